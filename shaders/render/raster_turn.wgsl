// SPDX-License-Identifier: MIT
// Between the turns of a band of rows: after the first the second begins, after that the next band.
#import structs

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read_write> raster: GpuRaster;

@compute @workgroup_size(1)
fn raster_turn() {
    if (raster.turn == 0u) {
        raster.turn = 1u;
        return;
    }
    raster.turn = 0u;
    raster.firstRow += view.bandRows;
    raster.seenX = 0u;
    raster.seenCount = 0u;
    raster.seenExtra = 0u;
}
