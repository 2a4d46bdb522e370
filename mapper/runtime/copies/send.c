/* send.c: arrays that go to the device while the host sets up others.
 *
 * The program says where the host has written an array for the last time before a region reads it (MRT_SEND).  Where
 * the device is open, and every region goes there, a thread copies the array while the program goes on.  The launch
 * that needs it takes over what is missing, which all threads then copy; a host access that was announced, the end of
 * the array's life, a fork and the end of the process end the copy, as if it had never begun.  So no result depends
 * on it, and a copy that failed is made by the launch once more, which says why.
 *
 * The thread has a queue of its own.  It reads host memory that is not written without an announcement, and writes a
 * buffer that nothing else uses: one that is new, or no command is left that may use it.
 */
#include "mrt_copies.h"
#include "mrt_decide.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 1 << 20 };

struct mrt_send {
  struct mrt_send *next; /* waits for the thread behind this one */
  cl_mem buffer;
  size_t lead, bytes, done;
  const char *from;
  double seconds;
  bool stop, failed, ended;
};

int mrt_sends;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* taken last of all; guards what follows, and each send */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct mrt_send *waiting, **last = &waiting;
static struct mrt_send *current;
static bool running, closed; /* the thread; nothing is sent any more */
static cl_command_queue queue;

/* ---- the thread ------------------------------------------------------------------------------------------- */

/* Fills a piece of pinned memory, once it is free again, and has it copied. */
static bool copy_piece(const struct mrt_send *send, size_t at, size_t bytes, char *piece, cl_event *last_use) {
  const struct mrt_cl *cl = &mrt_device.cl;
  if (*last_use != NULL) {
    bool free = cl->WaitForEvents(1, last_use) == CL_SUCCESS;
    cl->ReleaseEvent(*last_use);
    *last_use = NULL;
    if (!free)
      return false;
  }
  memcpy(piece, send->from + at, bytes);
  return cl->EnqueueWriteBuffer(queue, send->buffer, CL_FALSE, send->lead + at, bytes, piece, 0, NULL, last_use) ==
             CL_SUCCESS &&
         cl->Flush(queue) == CL_SUCCESS;
}

/* Copies until all is there, or the rest is needed at once; locked, but for the copies themselves. */
static void copy(struct mrt_send *send) {
  char *pieces[MRT_PIECES];
  cl_event last_use[MRT_PIECES] = {NULL};
  size_t size = 0;
  pthread_mutex_unlock(&lock);
  unsigned count = mrt_staging_borrow(queue, send->bytes, pieces, &size);
  pthread_mutex_lock(&lock);
  send->failed = count < 2;
  for (unsigned turn = 0; !send->stop && !send->failed && send->done < send->bytes; turn = (turn + 1) % count) {
    size_t at = send->done, rest = send->bytes - at, bytes = rest < size ? rest : size;
    pthread_mutex_unlock(&lock);
    bool copied = copy_piece(send, at, bytes, pieces[turn], &last_use[turn]);
    pthread_mutex_lock(&lock);
    send->failed = !copied;
    send->done += bytes;
  }
  pthread_mutex_unlock(&lock);
  bool ended = mrt_device.cl.Finish(queue) == CL_SUCCESS;
  for (unsigned i = 0; i < MRT_PIECES; i++)
    if (last_use[i] != NULL) {
      ended &= mrt_device.cl.WaitForEvents(1, &last_use[i]) == CL_SUCCESS;
      mrt_device.cl.ReleaseEvent(last_use[i]);
    }
  pthread_mutex_lock(&lock);
  send->failed |= !ended;
}

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (waiting != NULL) {
    struct mrt_send *send = waiting;
    waiting = send->next;
    if (waiting == NULL)
      last = &waiting;
    current = send;
    double start = mrt_now();
    copy(send);
    send->seconds = mrt_now() - start;
    send->ended = true;
    current = NULL;
    pthread_cond_broadcast(&changed);
  }
  running = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

/* ---- beginning -------------------------------------------------------------------------------------------- */

/* Gives a send to the thread; false where there can't be one. */
static bool begin(struct mrt_send *send) {
  pthread_mutex_lock(&lock);
  bool begun = !closed;
  if (begun && queue == NULL)
    begun = (queue = mrt_new_queue()) != NULL;
  if (begun) {
    *last = send;
    last = &send->next;
    if (!running)
      running = begun = mrt_start_thread(work, NULL);
    if (!begun) {
      waiting = NULL;
      last = &waiting;
    }
  }
  pthread_mutex_unlock(&lock);
  return begun;
}

/* Whether a segment's device copy would have to be made by the next launch that reads it. */
static bool is_wanted(const struct mrt_segment *segment) {
  if (segment == NULL || segment->escaped || segment->bytes < SMALLEST ||
      (segment->kind != SEGMENT_HEAP && segment->kind != SEGMENT_STATIC))
    return false;
  const struct mrt_copy *copy = segment->copy;
  if (copy != NULL && (copy->sending != NULL || copy->device_valid || !copy->host_valid || copy->in_place ||
                       copy->pool != NULL || copy->order.element != 0 || mrt_pending_any()))
    return false;
  return !mrt_untouched(segment->base, segment->bytes) && /* else it is cleared there */
         mrt_staging_lend(segment->bytes);
}

void mrt_send(void *pointer) {
  MRT_KEEP_THREAD;
  mrt_know_statics();
  if (!mrt_lock_memory()) /* see mrt_host_access */
    return;
  struct mrt_segment *segment = mrt_device_is_lost() ? NULL : mrt_segment_at((uintptr_t)pointer);
  if (is_wanted(segment) && mrt_begin_copy(segment)) {
    struct mrt_copy *copy = segment->copy;
    struct mrt_send *send = calloc(1, sizeof *send);
    if (send != NULL)
      *send = (struct mrt_send){
          .buffer = copy->buffer, .lead = copy->lead, .bytes = segment->bytes, .from = (const char *)segment->base};
    if (send != NULL && begin(send)) {
      copy->sending = send;
      mrt_trace("sending %zu bytes beside the program", segment->bytes);
    } else {
      free(send);
    }
  }
  mrt_unlock_memory();
}

/* ---- ending ----------------------------------------------------------------------------------------------- */

/* Takes a send that the thread has not begun out of those that wait; locked. */
static void withdraw(struct mrt_send *send) {
  struct mrt_send **place = &waiting;
  while (*place != NULL && *place != send)
    place = &(*place)->next;
  if (*place == NULL)
    return;
  *place = send->next;
  if (*place == NULL)
    last = place;
  send->ended = true;
}

bool mrt_send_end(struct mrt_copy *copy, size_t *done, double *seconds) {
  struct mrt_send *send = copy->sending;
  *done = 0;
  *seconds = 0;
  if (send == NULL)
    return true;
  pthread_mutex_lock(&lock);
  send->stop = true;
  withdraw(send);
  while (!send->ended)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  bool well = !send->failed;
  *done = well ? send->done : 0;
  copy->unproven &= *done == 0;
  *seconds = send->seconds;
  free(send);
  copy->sending = NULL;
  return well;
}

void mrt_send_drop(struct mrt_copy *copy) {
  size_t done;
  double seconds;
  mrt_send_end(copy, &done, &seconds);
}

/* Has the thread end soon; locked. */
static void stop_all(void) {
  for (struct mrt_send *send = waiting; send != NULL; send = waiting)
    withdraw(send);
  if (current != NULL)
    current->stop = true;
  while (running)
    pthread_cond_wait(&changed, &lock);
}

void mrt_sends_wait(void) {
  pthread_mutex_lock(&lock);
  stop_all();
  pthread_mutex_unlock(&lock);
}

void mrt_sends_close(void) {
  pthread_mutex_lock(&lock);
  closed = true;
  stop_all();
  pthread_mutex_unlock(&lock);
}

/* ---- whether it is done at all ---------------------------------------------------------------------------- */

/* Whether every region runs on the device that was opened. */
static bool all_go_there(const struct mrt_settings *settings) {
  if (settings->force != NULL)
    return false;
  if (settings->choice != CHOOSE_AUTO)
    return settings->choice != CHOOSE_CPU;
  const struct mrt_program *program = mrt_all_programs();
  return program != NULL && program->abi == MRT_ABI && mrt_models(program) > 0 &&
         mrt_model(program)->facts.granularity == MRT_BY_PROGRAM;
}

void mrt_sends_open(void) {
  const struct mrt_settings *settings = mrt_settings();
  bool may = settings->send && settings->profile == NULL && !mrt_device.unified && all_go_there(settings);
  __atomic_store_n(&mrt_sends, may && mrt_may_work_beside(), __ATOMIC_RELAXED);
}
