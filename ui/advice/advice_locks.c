/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_locks.h"

#include <glib.h>
#include <string.h>

/* Functions whose names contain one of these texts take, release or await locks. */
static const char *const functions[] = {
    /* functions of the C library */
    "pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "lll_lock", "lll_mutex", "sem_wait", "sem_timedwait",
    "sem_post", "mtx_lock", "mtx_unlock",
    /* functions of OpenMP runtimes */
    "GOMP_critical", "gomp_mutex", "omp_set_lock", "omp_unset_lock", "omp_set_nest_lock", "omp_unset_nest_lock",
    "kmpc_critical", "kmpc_end_critical", "kmp_acquire", "kmp_release",
    /* functions of C++ and Rust */
    "std::mutex::", "std::shared_mutex::", "std::recursive_mutex::", "Mutex<T>::lock",
    "::futex::Mutex::", "::futex::RwLock::", "parking_lot"};

/* Names of lock types, without keywords such as "struct". A name that ends with '<' matches all instances of a
 * template. */
static const char *const types[] = {"pthread_mutex_t",
                                    "pthread_rwlock_t",
                                    "pthread_spinlock_t",
                                    "sem_t",
                                    "mtx_t",
                                    "omp_lock_t",
                                    "omp_nest_lock_t",
                                    "std::mutex",
                                    "std::timed_mutex",
                                    "std::recursive_mutex",
                                    "std::shared_mutex",
                                    "std::shared_timed_mutex",
                                    "std::atomic_flag",
                                    "std::counting_semaphore",
                                    "Mutex",
                                    "RwLock",
                                    "std::sync::mutex::Mutex",
                                    "std::sync::rwlock::RwLock",
                                    "std::sync::poison::mutex::Mutex",
                                    "std::sync::poison::rwlock::RwLock"};

bool advice_locks(const char *function) {
  for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
    if (strstr(function, functions[i]) != NULL) return true;
  return false;
}

bool advice_locks_runtime(const char *object) {
  static const char *const runtimes[] = {"libgomp.so", "libomp.so", "libiomp5.so"};
  for (size_t i = 0; i < G_N_ELEMENTS(runtimes); i++)
    if (g_str_has_prefix(object, runtimes[i])) return true;
  return false;
}

/* Skips keywords such as "struct" before the name of a type. */
static const char *without_keywords(const char *type) {
  static const char *const keywords[] = {"struct ", "union ", "class ", "volatile ", "const "};
  for (size_t k = 0; k < G_N_ELEMENTS(keywords); k++)
    while (g_str_has_prefix(type, keywords[k])) {
      type += strlen(keywords[k]);
      k = 0;
    }
  return type;
}

bool advice_locks_type(const char *type) {
  const char *name = without_keywords(type);
  const size_t length = strcspn(name, "<");
  for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
    if (strlen(types[i]) == length && strncmp(name, types[i], length) == 0) return true;
  return false;
}

bool advice_locks_in_text(const char *line) {
  static const char *const words[] = {"pthread_mutex_lock",
                                      "pthread_mutex_trylock",
                                      "pthread_spin_lock",
                                      "pthread_rwlock_rdlock",
                                      "pthread_rwlock_wrlock",
                                      "sem_wait",
                                      "mtx_lock",
                                      "lock_guard",
                                      "unique_lock",
                                      "shared_lock",
                                      "scoped_lock",
                                      ".lock()",
                                      "->lock()",
                                      "omp critical",
                                      "omp_set_lock",
                                      "omp_set_nest_lock"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    if (strstr(line, words[i]) != NULL) return true;
  return false;
}
