/* imports.c: which functions of the C library drivers get in place of some that change the process's own state.
 *
 * Drivers hold whole compilers, which draw random numbers, set variables and signal handlers, and open files, on
 * threads of their own, too, and beside the program.  So each object (shared library) that comes into the process
 * while a driver works has the slots of its global offset table rewritten that lead to such functions: they lead to
 * those of substitutes.c then, whose state is the drivers' own.  The program's objects keep theirs.
 *
 * An object that is there when a driver begins to work is the program's, and one that comes meanwhile is the
 * driver's, except libraries of a language's own: the program may come to use these, too.  Where a slot can't be
 * written, it stays as it is.
 */
#include "mrt_base.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if __ELF_NATIVE_CLASS == 64
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#else
#define SYMBOL_OF(info) ELF32_R_SYM(info)
#endif

struct object { /* that has been seen */
  uintptr_t address;
  unsigned scan; /* the last one that met it */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  struct object *objects;
  size_t count, capacity;
  size_t cursor; /* behind the object that was met last: the order is mostly the same */
  unsigned scan;
  unsigned long long loaded; /* objects so far, as the dynamic linker counts them */
  bool forget;               /* what is new is the program's */
  bool environment;          /* a driver's questions for variables come here */
} seen;
static unsigned working; /* calls of drivers, of all threads */

/* ---- one object -------------------------------------------------------------------------------------------- */

struct tables { /* what the dynamic section says */
  const char *strings;
  const ElfW(Sym) *symbols;
  const char *relocations, *calls; /* DT_RELA or DT_REL, and DT_JMPREL */
  size_t relocation_bytes, call_bytes, relatives, entry;
  bool searches; /* it has folders of its own in which libraries are looked for */
};

static const void *at(uintptr_t base, ElfW(Addr) address) {
  return (const void *)(address < base ? base + address : address);
}

static struct tables read_tables(uintptr_t base, const ElfW(Dyn) *dynamic) {
  struct tables found = {.entry = sizeof(ElfW(Rela))};
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    switch (dynamic->d_tag) {
    case DT_STRTAB: found.strings = at(base, dynamic->d_un.d_ptr); break;
    case DT_SYMTAB: found.symbols = at(base, dynamic->d_un.d_ptr); break;
    case DT_REL:
    case DT_RELA: found.relocations = at(base, dynamic->d_un.d_ptr); break;
    case DT_RELSZ:
    case DT_RELASZ: found.relocation_bytes = dynamic->d_un.d_val; break;
    case DT_RELCOUNT:
    case DT_RELACOUNT: found.relatives = dynamic->d_un.d_val; break;
    case DT_JMPREL: found.calls = at(base, dynamic->d_un.d_ptr); break;
    case DT_PLTRELSZ: found.call_bytes = dynamic->d_un.d_val; break;
    case DT_PLTREL:
      found.entry = dynamic->d_un.d_val == DT_RELA ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel));
      break;
    case DT_RPATH:
    case DT_RUNPATH: found.searches = true; break;
    default: break;
    }
  return found;
}

struct patch { /* the work on one object */
  const struct dl_phdr_info *info;
  struct tables tables;
  bool opened; /* what the linker made read-only is not so now */
};

/* Makes the part of an object writable, or not, that the dynamic linker has made read-only. */
static bool protect(const struct patch *patch, int protection) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (unsigned i = 0; i < patch->info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &patch->info->dlpi_phdr[i];
    uintptr_t from = (patch->info->dlpi_addr + part->p_vaddr) / page * page;
    uintptr_t to = (patch->info->dlpi_addr + part->p_vaddr + part->p_memsz) / page * page;
    if (part->p_type == PT_GNU_RELRO && from < to && mprotect((void *)from, to - from, protection) != 0)
      return false;
  }
  return true;
}

static void replace(struct patch *patch, uintptr_t *slot, const struct mrt_substitute *by, bool calls) {
  uintptr_t address = (uintptr_t)by->function;
  if ((!calls && *slot != (uintptr_t)by->original) || *slot == address || (by->loads && patch->tables.searches))
    return;
  if (!patch->opened && !protect(patch, PROT_READ | PROT_WRITE))
    return;
  patch->opened = true;
  __atomic_store_n(slot, address, __ATOMIC_RELEASE);
  seen.environment |= by->environment;
}

/* Goes through one table; `calls`: its slots belong to functions, and may not be bound yet. */
static void patch_table(struct patch *patch, const char *table, size_t bytes, size_t skip, bool calls) {
  const struct tables *tables = &patch->tables;
  for (size_t i = skip; table != NULL && i < bytes / tables->entry; i++) {
    const ElfW(Rel) *entry = (const ElfW(Rel) *)(const void *)(table + i * tables->entry); /* begins as a Rela does */
    size_t number = SYMBOL_OF(entry->r_info);
    if (number == 0 || tables->symbols[number].st_shndx != SHN_UNDEF)
      continue;
    const struct mrt_substitute *by = mrt_substitute_for(tables->strings + tables->symbols[number].st_name);
    if (by != NULL)
      replace(patch, (uintptr_t *)(patch->info->dlpi_addr + entry->r_offset), by, calls);
  }
}

/* Whether an object belongs to a language: the program may use it as well. */
static bool is_common(const char *path) {
  static const char *const names[] = {"libc.",     "libm.",  "libstdc++.", "libgcc_s.", "libpthread.", "libdl.",
                                      "librt.",    "ld-",    "libc++",     "libgomp.",  "libomp.",     "libgfortran.",
                                      "linux-vdso", "libasan", "libtsan",   "libubsan"};
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0)
      return true;
  return *name == '\0';
}

static void patch_object(const struct dl_phdr_info *info, const ElfW(Dyn) *dynamic) {
  struct patch patch = {.info = info, .tables = read_tables(info->dlpi_addr, dynamic)};
  const struct tables *tables = &patch.tables;
  if (tables->strings == NULL || tables->symbols == NULL || is_common(info->dlpi_name))
    return;
  patch_table(&patch, tables->relocations, tables->relocation_bytes, tables->relatives, false);
  patch_table(&patch, tables->calls, tables->call_bytes, 0, true);
  if (patch.opened)
    protect(&patch, PROT_READ);
}

/* ---- all objects ------------------------------------------------------------------------------------------- */

/* Notes an object; whether it is new. */
static bool note(uintptr_t address) {
  for (size_t i = 0; i < seen.count; i++) {
    size_t place = (seen.cursor + i) % seen.count;
    if (seen.objects[place].address == address) {
      seen.objects[place].scan = seen.scan;
      seen.cursor = place + 1;
      return false;
    }
  }
  if (seen.count == seen.capacity) {
    struct object *more = realloc(seen.objects, (seen.capacity * 2 + 32) * sizeof *more);
    if (more == NULL)
      return false;
    seen.objects = more;
    seen.capacity = seen.capacity * 2 + 32;
  }
  seen.objects[seen.count++] = (struct object){address, seen.scan};
  return true;
}

static int visit(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)unused;
  bool counts = size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs;
  if (counts && seen.loaded == info->dlpi_adds + info->dlpi_subs)
    return 1; /* nothing is new */
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      const void *dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      if (note((uintptr_t)dynamic) && !seen.forget)
        patch_object(info, dynamic);
    }
  return 0;
}

static int count(struct dl_phdr_info *info, size_t size, void *into) {
  bool counts = size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs;
  *(unsigned long long *)into = counts ? info->dlpi_adds + info->dlpi_subs : 0;
  return 1;
}

static void scan(bool forget) {
  seen.scan++;
  seen.cursor = 0;
  seen.forget = forget;
  if (dl_iterate_phdr(visit, NULL) != 0)
    return;
  size_t kept = 0;
  for (size_t i = 0; i < seen.count; i++) /* objects that are gone: others may come in their place */
    if (seen.objects[i].scan == seen.scan)
      seen.objects[kept++] = seen.objects[i];
  seen.count = kept;
  dl_iterate_phdr(count, &seen.loaded);
}

bool mrt_isolate(void) {
  pthread_mutex_lock(&lock);
  scan(false);
  bool environment = seen.environment;
  pthread_mutex_unlock(&lock);
  return environment;
}

void mrt_driver_begins(void) {
  pthread_mutex_lock(&lock);
  if (working++ == 0)
    scan(true);
  pthread_mutex_unlock(&lock);
}

void mrt_driver_ends(void) {
  pthread_mutex_lock(&lock);
  scan(false);
  working--;
  pthread_mutex_unlock(&lock);
}
