// SPDX-License-Identifier: MIT
/// Body assets from hostile bytes. The checksum is put right first: it would otherwise keep nearly everything out.
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "mesh/bytes.h"
#include "supple/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void deserialize(const uint8_t *data, size_t size) {
    SupBodyAsset *asset = NULL, *again = NULL;
    void *bytes;
    size_t length;
    if (supBodyAssetDeserialize(data, size, &asset, NULL) != SupStatus_Ok) return;
    // What was accepted survives a round trip unchanged.
    if (supBodyAssetSerialize(asset, &bytes, &length) != SupStatus_Ok || length != size || memcmp(bytes, data, size))
        abort();
    if (supBodyAssetDeserialize(bytes, length, &again, NULL) != SupStatus_Ok) abort();
    supFree(bytes);
    supBodyAssetRelease(asset);
    supBodyAssetRelease(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { body = 28 };
    deserialize(data, size);
    if (size < body) return 0;
    uint8_t *copy = malloc(size);
    if (!copy) return 0;
    memcpy(copy, data, size);
    memcpy(copy, "SUPASSET", 8);
    uint64_t hash = XXH64(copy + body, size - body, 1);
    bytesStoreU32(copy + 8, 1);
    bytesStoreU32(copy + 12, (uint32_t)size);
    bytesStoreU32(copy + 16, (uint32_t)((uint64_t)size >> 32));
    bytesStoreU32(copy + 20, (uint32_t)hash);
    bytesStoreU32(copy + 24, (uint32_t)(hash >> 32));
    deserialize(copy, size);
    free(copy);
    return 0;
}
