// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_H
#define SUPPLE_BASE_H

/// @file base.h
/// Status codes, reports, progress, ids and hooks: what every other Supple header builds on.
///
/// This layer does not know the GPU, files, threads or printing. Nothing here allocates except through the hooks
/// of @ref supSetAllocator, and nothing ends the process: every failure is a returned SupStatus with a text.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SUP_VERSION_MAJOR 0
#define SUP_VERSION_MINOR 1
#define SUP_VERSION_PATCH 0

#if defined(SUP_SHARED) && defined(_WIN32)
#ifdef SUP_BUILD
#define SUP_API __declspec(dllexport)
#else
#define SUP_API __declspec(dllimport)
#endif
#elif defined(SUP_SHARED)
#define SUP_API __attribute__((visibility("default")))
#else
#define SUP_API
#endif

/// Every status that a call can return: name, text for people, what to do about it.
/// One table makes the enum, supStatusName, supStatusText and docs/statuses.md.
#define SUP_STATUS_TABLE(X)                                                                                              \
    X(Ok, "done", "nothing")                                                                                             \
    X(Pending, "not finished yet", "call supGpuPoll and ask again")                                                      \
    X(InvalidArgument, "an argument is null, not initialised or contradicts another", "see the text that comes with it") \
    X(OutOfRange, "a value lies outside its documented range", "see the field's range in the header")                    \
    X(StaleId, "the id's object was removed", "keep ids only while the object lives")                                    \
    X(ForeignId, "the id belongs to another World", "use the World that made the id")                                    \
    X(Unreadable, "a file could not be read", "check its path and permissions")                                          \
    X(Unwritable, "a file could not be written", "check the folder, its permissions and the free space")                 \
    X(UnknownFormat, "the file's format is not known", "see docs/formats.md for the formats that can be read")           \
    X(Malformed, "the input breaks its format's rules", "the text names the place")                                      \
    X(Empty, "the input holds no usable element", "give a surface with triangles or a mesh with tets")                   \
    X(NotASurface, "the input holds no closed or closable surface", "give triangles that enclose a volume")              \
    X(NotFinite, "the input holds NaN or infinite numbers", "clean the input")                                           \
    X(Degenerate, "elements with no volume", "remove them, or mesh the surface again")                                   \
    X(OutOfMemory, "the host is out of memory", "use a smaller model")                                                   \
    X(NoAdapter, "no usable GPU adapter was found", "install a Vulkan, Metal or D3D12 driver, or a software one")        \
    X(GpuLimit, "larger than the GPU's limits allow", "use fewer elements or another adapter")                           \
    X(GpuOutOfMemory, "the GPU is out of memory", "use fewer elements or another adapter")                               \
    X(GpuError, "the GPU refused a command", "this is a fault of Supple or of the driver: report it with the text")      \
    X(DeviceLost, "the GPU device was lost", "make a new SupGpu and World, then load the scene again")                   \
    X(Diverged, "the simulation became non-finite", "use more substeps, a softer material or a better mesh, then reset") \
    X(Cancelled, "stopped on request", "nothing")                                                                        \
    X(Unsupported, "not supported by this build or device", "see the text that comes with it")

/// Result of every call that can fail. SupStatus_Ok is 0.
typedef enum SupStatus {
#define SUP_STATUS_ENUM(name, text, remedy) SupStatus_##name,
    SUP_STATUS_TABLE(SUP_STATUS_ENUM)
#undef SUP_STATUS_ENUM
        SupStatus_Count,
    SupStatus_Force32 = 0x7fffffff
} SupStatus;

/// Name of a status ("GpuLimit"); "?" for a value outside the table. Never null, static storage.
SUP_API const char *supStatusName(SupStatus status);
/// One sentence for people. Never null, static storage.
SUP_API const char *supStatusText(SupStatus status);
/// What the caller can do about it. Never null, static storage.
SUP_API const char *supStatusRemedy(SupStatus status);

/// Version of the library as "0.1.0". Static storage.
SUP_API const char *supVersion(void);
/// Commit that the library was built from, or "unknown". Static storage.
SUP_API const char *supCommit(void);

// ---- Reports ---------------------------------------------------------------------------------------------------------

typedef enum SupSeverity {
    SupSeverity_Note,    ///< worth knowing, nothing was changed that matters
    SupSeverity_Warning, ///< something was repaired, dropped or looks wrong
    SupSeverity_Error,   ///< the call failed because of this
    SupSeverity_Force32 = 0x7fffffff
} SupSeverity;

#define SUP_REPORT_MAX_ITEMS 24
#define SUP_REPORT_MAX_IDS 4
#define SUP_REPORT_TEXT_SIZE 256

/// One kind of finding: all places that share a code are one item with a count and the first few ids.
typedef struct SupReportItem {
    SupSeverity severity;
    char code[28];                    ///< stable key for programs, e.g. "welded", "open_edges"
    uint64_t count;                   ///< how many places
    uint64_t ids[SUP_REPORT_MAX_IDS]; ///< the first few, in the input's own numbering, 0-based
    uint32_t idCount;                 ///< how many entries of ids are set
    char text[SUP_REPORT_TEXT_SIZE];  ///< one line: what, where, how many, what to do
} SupReportItem;

/// What a call has to say. Plain data without allocations: start from SUP_REPORT_INIT, pass it on to several calls,
/// drop it. When items run out, `dropped` counts what did not fit (errors replace notes and are never dropped).
typedef struct SupReport {
    uint32_t itemCount;
    uint32_t dropped;
    SupReportItem items[SUP_REPORT_MAX_ITEMS];
} SupReport;

#define SUP_REPORT_INIT \
    { 0 }

/// The text of the first error in the report, or "" when it has none. Lives as long as the report.
SUP_API const char *supReportError(const SupReport *report);
/// The item with this code, or null.
SUP_API const SupReportItem *supReportFind(const SupReport *report, const char *code);

// ---- Progress --------------------------------------------------------------------------------------------------------

/// Called now and then by long work, on the calling thread. `stage` is a short static text, `done` lies in 0..1.
/// Return false to cancel: the call then returns SupStatus_Cancelled and leaves nothing behind.
typedef bool (*SupProgressFn)(void *user, const char *stage, double done);

typedef struct SupProgress {
    SupProgressFn fn; ///< null: no progress
    void *user;
} SupProgress;

// ---- Hooks -----------------------------------------------------------------------------------------------------------

/// All memory of the library passes through these. `size` > 0 always; realloc(null, n) allocates; free(null) is allowed.
typedef struct SupAllocator {
    void *(*realloc)(void *user, void *memory, size_t size);
    void (*free)(void *user, void *memory);
    void *user;
} SupAllocator;

/// Replaces the allocator (null: back to the C library's). Call it before any other function of the library:
/// memory is freed by the allocator that is set at that moment.
SUP_API void supSetAllocator(const SupAllocator *allocator);

/// Frees memory that a function of this library handed out and whose documentation says so. Null is allowed.
SUP_API void supFree(void *memory);

typedef void (*SupLogFn)(void *user, SupSeverity severity, const char *line);
/// Receives lines that belong to no single call (driver messages, device loss). Default: none are shown.
SUP_API void supSetLog(SupLogFn log, void *user);

// ---- Ids -------------------------------------------------------------------------------------------------------------

/// Ids name objects of a World by value: index, generation and World packed in 64 bits, 0 = null. A stale id or one of
/// another World is answered with SupStatus_StaleId or SupStatus_ForeignId.
#define SUP_ID_TYPE(Name) \
    typedef struct Name { \
        uint64_t value;   \
    } Name

SUP_ID_TYPE(SupBodyId);       ///< a tetrahedral body: an instance of an asset
SUP_ID_TYPE(SupNetworkId);    ///< nodes and edges: rope, cloth, hair (reserved)
SUP_ID_TYPE(SupColliderId);   ///< plane, sphere, capsule, box (reserved)
SUP_ID_TYPE(SupConstraintId); ///< pin, grab, attachment (reserved)
SUP_ID_TYPE(SupRequestId);    ///< an asynchronous readback

#ifdef __cplusplus
}
#endif

#endif
