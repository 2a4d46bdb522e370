/* mapper_rt_messages.h: messages of MPI, those that are under way and those that a call waits for.
 *
 * A program's calls of the functions below go to others of its own (by `#pragma redefine_extname` above its first
 * line), which are here: they announce the bytes that a message is made of, and call MPI's.  The emitted program
 * includes this below its last line, where MPI's names are known, and defines MRT_MPI_Irecv and so on for those that
 * it calls.
 *
 * What is sent comes to the host before the call.  Of what is received, the host has the bytes from the call on,
 * until another call says that the message has come: they are sent to the device then, and nothing overwrites them
 * before. Calls that wait for their message fetch its bytes before, as it may be shorter, and count them as written
 * behind.
 */
#ifndef MAPPER_RT_MESSAGES_H
#define MAPPER_RT_MESSAGES_H

#define MRT_MPI_REAL(name) extern __typeof__(name) mrt_real_##name __asm__(#name);
#define MRT_MPI_OWN(name, parameters)                                                                                \
  MRT_MPI_REAL(name)                                                                                                 \
  int mrt_own_##name parameters __asm__("__mrt_" #name) __attribute__((weak, visibility("hidden")));                 \
  int mrt_own_##name parameters

static __inline__ mrt_u64 mrt_message_key(MPI_Request request) {
  mrt_u64 key = 0;
  __builtin_memcpy(&key, &request, sizeof request < sizeof key ? sizeof request : sizeof key);
  return key;
}

/* Takes the bytes once more at a distance. */
static __inline__ void mrt_message_repeat(struct mrt_message *message, long distance, long count) {
  if (count == 1)
    return;
  if (message->n == 0 && distance == message->bytes) {
    message->bytes *= count;
  } else if (message->n == MRT_MESSAGE_REPEATS) {
    message->gaps = 1;
  } else {
    message->repeats[2 * message->n] = distance;
    message->repeats[2 * message->n++ + 1] = count;
  }
}

/* Which bytes an element of a data type consists of. */
static __inline__ void mrt_message_type(struct mrt_message *message, MPI_Datatype type) {
  int size = 0, integers = 0, addresses = 0, types = 0, kind = MPI_COMBINER_NAMED;
  MPI_Aint low = 0, length = 0, first = 0, extent = 0;
  MPI_Type_size(type, &size);
  MPI_Type_get_true_extent(type, &low, &length);
  message->low = (long)low;
  message->bytes = (long)length;
  if ((MPI_Aint)size == length) {
    return;
  }
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &kind);
  if (types != 1 || integers > 16 || addresses > 2 ||
      (kind != MPI_COMBINER_VECTOR && kind != MPI_COMBINER_HVECTOR && kind != MPI_COMBINER_CONTIGUOUS &&
       kind != MPI_COMBINER_DUP && kind != MPI_COMBINER_RESIZED && kind != MPI_COMBINER_SUBARRAY)) {
    message->gaps = 1;
    return;
  }
  {
    int numbers[16] = {0}, inner[4] = {0, 0, 0, MPI_COMBINER_NAMED}, i;
    MPI_Aint places[2] = {0, 0};
    MPI_Datatype old[1];
    MPI_Type_get_contents(type, integers, addresses, types, numbers, places, old);
    MPI_Type_get_extent(old[0], &first, &extent);
    mrt_message_type(message, old[0]);
    MPI_Type_get_envelope(old[0], &inner[0], &inner[1], &inner[2], &inner[3]);
    if (inner[3] != MPI_COMBINER_NAMED)
      MPI_Type_free(&old[0]);
    if (kind == MPI_COMBINER_CONTIGUOUS) {
      mrt_message_repeat(message, (long)extent, numbers[0]);
    } else if (kind == MPI_COMBINER_VECTOR || kind == MPI_COMBINER_HVECTOR) {
      int vector = kind == MPI_COMBINER_VECTOR;
      mrt_message_repeat(message, (long)extent, numbers[1]);
      mrt_message_repeat(message, vector ? (long)extent * numbers[2] : (long)places[0], numbers[0]);
    } else if (kind == MPI_COMBINER_SUBARRAY) {
      int n = numbers[0];
      long distance = (long)extent;
      if (integers != 3 * n + 2 || numbers[3 * n + 1] != MPI_ORDER_C) {
        message->gaps = 1;
        return;
      }
      for (i = n - 1; i >= 0; i--) {
        message->low += distance * numbers[1 + 2 * n + i];
        mrt_message_repeat(message, distance, numbers[1 + n + i]);
        distance *= numbers[1 + i];
      }
    }
  }
}

static __inline__ struct mrt_message mrt_message_of(const void *buffer, int count, MPI_Datatype type, int receives) {
  struct mrt_message message;
  MPI_Aint low = 0, extent = 0;
  __builtin_memset(&message, 0, sizeof message);
  message.receives = receives;
  if (count <= 0)
    return message;
  mrt_message_type(&message, type);
  MPI_Type_get_extent(type, &low, &extent);
  mrt_message_repeat(&message, (long)extent, count);
  if (message.gaps) { /* as far as it reaches */
    MPI_Aint length = 0;
    MPI_Type_get_true_extent(type, &low, &length);
    message.low = (long)low;
    message.bytes = (long)extent * (count - 1) + (long)length;
    message.n = 0;
  }
  message.from = (void *)((__UINTPTR_TYPE__)buffer + (__UINTPTR_TYPE__)message.low);
  return message;
}

#define MRT_MPI_SEND(name)                                                                                           \
  MRT_MPI_OWN(name, (const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,               \
                     MPI_Request *request)) {                                                                        \
    struct mrt_message message = mrt_message_of(buffer, count, type, 0);                                             \
    mrt_message_prepare(&message);                                                                                   \
    return mrt_real_##name(buffer, count, type, to, tag, comm, request);                                             \
  }
#define MRT_MPI_INIT(name, qualifier, receives)                                                                      \
  MRT_MPI_OWN(name, (qualifier void *buffer, int count, MPI_Datatype type, int other, int tag, MPI_Comm comm,        \
                     MPI_Request *request)) {                                                                        \
    struct mrt_message message = mrt_message_of(buffer, count, type, receives);                                      \
    int result = mrt_real_##name(buffer, count, type, other, tag, comm, request);                                    \
    if (other != MPI_PROC_NULL)                                                                                      \
      mrt_message_note(&message, mrt_message_key(*request), 1);                                                      \
    return result;                                                                                                   \
  }
/* The requests before a call that may change them. */
#define MRT_MPI_KEYS(n, requests)                                                                                    \
  mrt_u64 *keys = (mrt_u64 *)__builtin_alloca(((mrt_size)(n) + 1) * sizeof(mrt_u64));                                \
  int each;                                                                                                          \
  for (each = 0; each < (n); each++)                                                                                 \
    keys[each] = mrt_message_key((requests)[each])

/* The host is about to read a message's bytes, or to write some of them; it has written them. */
static __inline__ void mrt_message_reads(const void *buffer, int count, MPI_Datatype type) {
  if (MRT_ACTIVE) {
    struct mrt_message message = mrt_message_of(buffer, count, type, 0);
    mrt_message_prepare(&message);
  }
}
static __inline__ void mrt_message_written(const void *buffer, int count, MPI_Datatype type) {
  if (MRT_ACTIVE) {
    struct mrt_message message = mrt_message_of(buffer, count, type, 1);
    mrt_message_came(&message);
  }
}
#define MRT_MPI_BLOCKING_SEND(name)                                                                                  \
  MRT_MPI_OWN(name, (const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) {            \
    mrt_message_reads(buffer, count, type);                                                                          \
    return mrt_real_##name(buffer, count, type, to, tag, comm);                                                      \
  }

#ifdef MRT_MPI_Send
MRT_MPI_BLOCKING_SEND(MPI_Send)
#endif
#ifdef MRT_MPI_Ssend
MRT_MPI_BLOCKING_SEND(MPI_Ssend)
#endif
#ifdef MRT_MPI_Rsend
MRT_MPI_BLOCKING_SEND(MPI_Rsend)
#endif
#ifdef MRT_MPI_Recv
MRT_MPI_OWN(MPI_Recv, (void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                       MPI_Status *status)) {
  int result;
  mrt_message_reads(buffer, count, type);
  MRT_HOST(status, MRT_WRITE);
  result = mrt_real_MPI_Recv(buffer, count, type, from, tag, comm, status);
  mrt_message_written(buffer, count, type);
  return result;
}
#endif
#ifdef MRT_MPI_Sendrecv
MRT_MPI_OWN(MPI_Sendrecv, (const void *buffer, int count, MPI_Datatype type, int to, int tag, void *room, int most,
                           MPI_Datatype of, int from, int with, MPI_Comm comm, MPI_Status *status)) {
  int result;
  mrt_message_reads(buffer, count, type);
  mrt_message_reads(room, most, of);
  MRT_HOST(status, MRT_WRITE);
  result = mrt_real_MPI_Sendrecv(buffer, count, type, to, tag, room, most, of, from, with, comm, status);
  mrt_message_written(room, most, of);
  return result;
}
#endif
#ifdef MRT_MPI_Sendrecv_replace
MRT_MPI_OWN(MPI_Sendrecv_replace, (void *buffer, int count, MPI_Datatype type, int to, int tag, int from, int with,
                                   MPI_Comm comm, MPI_Status *status)) {
  int result;
  mrt_message_reads(buffer, count, type);
  MRT_HOST(status, MRT_WRITE);
  result = mrt_real_MPI_Sendrecv_replace(buffer, count, type, to, tag, from, with, comm, status);
  mrt_message_written(buffer, count, type);
  return result;
}
#endif
#ifdef MRT_MPI_Bcast
MRT_MPI_OWN(MPI_Bcast, (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)) {
  int result;
  mrt_message_reads(buffer, count, type);
  result = mrt_real_MPI_Bcast(buffer, count, type, root, comm);
  mrt_message_written(buffer, count, type);
  return result;
}
#endif
#ifdef MRT_MPI_Isend
MRT_MPI_SEND(MPI_Isend)
#endif
#ifdef MRT_MPI_Issend
MRT_MPI_SEND(MPI_Issend)
#endif
#ifdef MRT_MPI_Irsend
MRT_MPI_SEND(MPI_Irsend)
#endif
#ifdef MRT_MPI_Ibsend
MRT_MPI_SEND(MPI_Ibsend)
#endif
#ifdef MRT_MPI_Irecv
MRT_MPI_OWN(MPI_Irecv, (void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                        MPI_Request *request)) {
  struct mrt_message message = mrt_message_of(buffer, count, type, 1);
  int result;
  if (from == MPI_PROC_NULL)
    return mrt_real_MPI_Irecv(buffer, count, type, from, tag, comm, request);
  mrt_message_prepare(&message);
  result = mrt_real_MPI_Irecv(buffer, count, type, from, tag, comm, request);
  mrt_message_note(&message, mrt_message_key(*request), 0);
  return result;
}
#endif
#ifdef MRT_MPI_Send_init
MRT_MPI_INIT(MPI_Send_init, const, 0)
#endif
#ifdef MRT_MPI_Ssend_init
MRT_MPI_INIT(MPI_Ssend_init, const, 0)
#endif
#ifdef MRT_MPI_Rsend_init
MRT_MPI_INIT(MPI_Rsend_init, const, 0)
#endif
#ifdef MRT_MPI_Bsend_init
MRT_MPI_INIT(MPI_Bsend_init, const, 0)
#endif
#ifdef MRT_MPI_Recv_init
MRT_MPI_INIT(MPI_Recv_init, , 1)
#endif
#ifdef MRT_MPI_Start
MRT_MPI_OWN(MPI_Start, (MPI_Request * request)) {
  mrt_message_starts(mrt_message_key(*request));
  return mrt_real_MPI_Start(request);
}
#endif
#ifdef MRT_MPI_Startall
MRT_MPI_OWN(MPI_Startall, (int n, MPI_Request *requests)) {
  int i;
  for (i = 0; i < n; i++)
    mrt_message_starts(mrt_message_key(requests[i]));
  return mrt_real_MPI_Startall(n, requests);
}
#endif
#ifdef MRT_MPI_Wait
MRT_MPI_OWN(MPI_Wait, (MPI_Request * request, MPI_Status *status)) {
  mrt_u64 key = mrt_message_key(*request);
  int result = mrt_real_MPI_Wait(request, status);
  mrt_message_ends(key);
  return result;
}
#endif
#ifdef MRT_MPI_Waitall
MRT_MPI_OWN(MPI_Waitall, (int n, MPI_Request *requests, MPI_Status *statuses)) {
  int result;
  MRT_MPI_KEYS(n, requests);
  result = mrt_real_MPI_Waitall(n, requests, statuses);
  for (each = 0; each < n; each++)
    mrt_message_ends(keys[each]);
  return result;
}
#endif
#ifdef MRT_MPI_Waitany
MRT_MPI_OWN(MPI_Waitany, (int n, MPI_Request *requests, int *which, MPI_Status *status)) {
  int result;
  MRT_MPI_KEYS(n, requests);
  result = mrt_real_MPI_Waitany(n, requests, which, status);
  if (*which >= 0 && *which < n)
    mrt_message_ends(keys[*which]);
  return result;
}
#endif
#ifdef MRT_MPI_Waitsome
MRT_MPI_OWN(MPI_Waitsome, (int n, MPI_Request *requests, int *count, int *which, MPI_Status *statuses)) {
  int result;
  MRT_MPI_KEYS(n, requests);
  result = mrt_real_MPI_Waitsome(n, requests, count, which, statuses);
  for (each = 0; each < *count; each++)
    mrt_message_ends(keys[which[each]]);
  return result;
}
#endif
#ifdef MRT_MPI_Test
MRT_MPI_OWN(MPI_Test, (MPI_Request * request, int *flag, MPI_Status *status)) {
  mrt_u64 key = mrt_message_key(*request);
  int result = mrt_real_MPI_Test(request, flag, status);
  if (*flag)
    mrt_message_ends(key);
  return result;
}
#endif
#ifdef MRT_MPI_Testall
MRT_MPI_OWN(MPI_Testall, (int n, MPI_Request *requests, int *flag, MPI_Status *statuses)) {
  int result;
  MRT_MPI_KEYS(n, requests);
  result = mrt_real_MPI_Testall(n, requests, flag, statuses);
  for (each = 0; each < n && *flag; each++)
    mrt_message_ends(keys[each]);
  return result;
}
#endif
#ifdef MRT_MPI_Testany
MRT_MPI_OWN(MPI_Testany, (int n, MPI_Request *requests, int *which, int *flag, MPI_Status *status)) {
  int result;
  MRT_MPI_KEYS(n, requests);
  result = mrt_real_MPI_Testany(n, requests, which, flag, status);
  if (*flag && *which >= 0 && *which < n)
    mrt_message_ends(keys[*which]);
  return result;
}
#endif
#ifdef MRT_MPI_Testsome
MRT_MPI_OWN(MPI_Testsome, (int n, MPI_Request *requests, int *count, int *which, MPI_Status *statuses)) {
  int result;
  MRT_MPI_KEYS(n, requests);
  result = mrt_real_MPI_Testsome(n, requests, count, which, statuses);
  for (each = 0; each < *count; each++)
    mrt_message_ends(keys[which[each]]);
  return result;
}
#endif
#ifdef MRT_MPI_Request_get_status
MRT_MPI_OWN(MPI_Request_get_status, (MPI_Request request, int *flag, MPI_Status *status)) {
  int result = mrt_real_MPI_Request_get_status(request, flag, status);
  if (*flag)
    mrt_message_ends(mrt_message_key(request));
  return result;
}
#endif
#ifdef MRT_MPI_Request_free
MRT_MPI_OWN(MPI_Request_free, (MPI_Request * request)) {
  mrt_message_free(mrt_message_key(*request));
  return mrt_real_MPI_Request_free(request);
}
#endif
#ifdef MRT_MPI_Cancel
MRT_MPI_OWN(MPI_Cancel, (MPI_Request * request)) { /* a call that waits for the message still ends it */
  return mrt_real_MPI_Cancel(request);
}
#endif

#endif
