/* pending.c: the commands that were enqueued and are not known to have ended.
 *
 * Nothing waits for a kernel, so a command can fail after its launch succeeded.  The commands' events are kept
 * here until the library waits for something anyway; then their status is looked at, and their time is counted.
 * Commands have numbers, so that memory can be waited for ("the last command that uses it").
 *
 * Events cost a third of a small kernel's launch.  Where no clocks run, most kernels have none: the queue is in
 * order, so the next event covers them, too, and where there is none a marker is put behind them.
 */
#include "mrt_device.h"
#include "mrt_programs.h"
#include "mrt_decide.h"
#include "mrt_forms.h"

enum { CAPACITY = 256, FLUSHED = 16, KERNELS_AN_EVENT = 64 };

struct pending {
  cl_event event; /* or NULL: the next event covers this command, too */
  enum mrt_command kind;
  mrt_u64 bytes;
  struct mrt_region *region;
  struct mrt_kernel_state *kernel;
};

static struct pending ring[CAPACITY]; /* command number n is in ring[n % CAPACITY] */
static mrt_u64 issued, ended;         /* numbers of the newest command and of the newest that has ended */
static bool failed;
static double waited; /* seconds in mrt_settle */
static int any;       /* issued != ended, for threads without the lock */

static double duration(cl_event event) {
  cl_ulong start = 0, end = 0;
  const struct mrt_cl *cl = &mrt_device.cl;
  if (cl->GetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) != CL_SUCCESS ||
      cl->GetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS || end < start)
    return 0;
  return (double)(end - start) * 1e-9;
}

/* Whether a command ended well.  Two independent questions are asked before it is given up. */
static bool ended_well(cl_event event) {
  const struct mrt_cl *cl = &mrt_device.cl;
  if (cl->WaitForEvents(1, &event) == CL_SUCCESS)
    return true;
  cl_int status = -1;
  if (cl->GetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) != CL_SUCCESS)
    return false;
  return status == CL_COMPLETE || (status > 0 && cl->WaitForEvents(1, &event) == CL_SUCCESS);
}

static void note_failure(const struct pending *command) {
  failed = true;
  mrt_device_failed_because(command->region != NULL ? command->region->id : "a region",
                            "a command failed on the device after it had been enqueued");
}

static void retire(struct pending *command) {
  cl_event event = command->event;
  if (event != NULL && !ended_well(event)) {
    note_failure(command);
  } else if (mrt_settings()->measure) {
    double seconds = event != NULL && mrt_settings()->clocks ? duration(event) : 0;
    mrt_count_command(command->region, command->kernel, command->kind, command->bytes, seconds);
  }
  if (event != NULL)
    mrt_device.cl.ReleaseEvent(event);
}

mrt_u64 mrt_pending_add(cl_event event, enum mrt_command kind, mrt_u64 bytes, struct mrt_region *region,
                        struct mrt_kernel_state *kernel) {
  if (issued - ended == CAPACITY)
    mrt_pending_wait(ended + CAPACITY / 2);
  if (region != NULL && region->state != NULL && kind != COMMAND_KERNEL)
    __atomic_add_fetch(&region->state->moved, bytes, __ATOMIC_RELAXED);
  issued++;
  __atomic_store_n(&any, 1, __ATOMIC_RELAXED);
  ring[issued % CAPACITY] = (struct pending){event, kind, bytes, region, kernel};
  return issued;
}

bool mrt_pending_needs_event(void) { return mrt_settings()->clocks || (issued + 1) % KERNELS_AN_EVENT == 0; }

/* The first command from `number` on that has an event; beyond `issued` if there is none. */
static mrt_u64 next_event(mrt_u64 number) {
  while (number <= issued && ring[number % CAPACITY].event == NULL)
    number++;
  return number;
}

void mrt_pending_mark(void) {
  struct pending *last = &ring[issued % CAPACITY];
  if (ended == issued || last->event != NULL)
    return;
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_event event = NULL;
  if (cl->EnqueueMarkerWithWaitList(mrt_device.queue, 0, NULL, &event) == CL_SUCCESS)
    last->event = event;
  else if (cl->Finish(mrt_device.queue) != CL_SUCCESS)
    note_failure(last);
}

bool mrt_pending_wait(mrt_u64 number) {
  if (number > issued)
    number = issued;
  const struct mrt_region *region = ring[number % CAPACITY].region;
  double start = ended < number ? mrt_wait_begins() : 0;
  if (ended < number) {
    mrt_u64 telling = next_event(number);
    if (telling > issued)
      mrt_pending_mark();
    number = telling > issued ? issued : telling;
  }
  while (ended < number) {
    ended++;
    retire(&ring[ended % CAPACITY]);
  }
  if (ended == issued)
    __atomic_store_n(&any, 0, __ATOMIC_RELAXED);
  mrt_wait_ends(start, region);
  return !failed;
}

bool mrt_pending_any(void) { return __atomic_load_n(&any, __ATOMIC_RELAXED) != 0 || mrt_batch_waits(); }

bool mrt_pending_wait_all(void) { return mrt_pending_wait(issued); }

void mrt_settle(void) {
  const struct mrt_settings *settings = mrt_settings();
  if (settings->clocks || settings->profile == NULL || mrt_running() != NULL)
    return;
  double start = mrt_now();
  mrt_pending_wait_all();
  waited += mrt_now() - start;
}

double mrt_waited(void) { return waited; }

void mrt_pending_fail(void) { failed = true; }

bool mrt_pending_is_due(void) { return issued - ended <= 1 || issued % FLUSHED == 0; }
