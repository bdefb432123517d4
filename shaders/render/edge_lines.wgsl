// SPDX-License-Identifier: MIT
// The edges of networks as lines, coloured by how far they are stretched or pressed when strain is shown.
#import blocks
#import lines
#import marks

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<uniform> raster: GpuRaster;
@group(0) @binding(2) var<storage, read> edgeBlocks: array<GpuBlock>;
@group(0) @binding(3) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(4) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(5) var<storage, read> springs: array<GpuSpring>;
@group(0) @binding(6) var<storage, read> links: array<vec4f>;
@group(0) @binding(7) var<storage, read> positions: array<vec4f>;
@group(0) @binding(8) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(9) var<storage, read_write> samples: array<atomic<u32>>;

@compute @workgroup_size(64)
fn edge_lines(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
              @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= view.edgeBlockCount) {
        return;
    }
    let block = edgeBlocks[index];
    let local = block.first + thread;
    if (local >= block.end) {
        return;
    }
    let network = networks[block.body];
    var edge = GpuSpring(local, local + 1u, 0.0, 0.0);
    if (block.spare == 1u) { // of strands: the link from a node to the next
        let link = links[network.linkBase + local];
        edge.restLength = link.x;
        edge.stiffness = link.y;
    } else {
        edge = springs[network.springBase + local];
    }
    if (edge.stiffness <= 0.0) {
        return;
    }
    let i = network.vertexBase + edge.node0;
    let j = network.vertexBase + edge.node1;
    let offset = drawn[block.body].offset.xyz;
    var number = EDGE_PLAIN;
    if ((view.overlays & 4u) != 0u) {
        let scale = select(0.5 * (nodes[i].lengthScale + nodes[j].lengthScale), nodes[i].lengthScale, block.spare == 1u);
        let rest = edge.restLength * network.lengthScale * scale;
        let strain = abs(length(positions[j].xyz - positions[i].xyz) / max(rest, 1e-30) - 1.0);
        number = EDGE_STRAIN + u32(clamp(strain / view.strainScale, 0.0, 1.0) * (STRAIN_LEVELS - 1.0) + 0.5);
    }
    mark_line(positions[i].xyz + offset, positions[j].xyz + offset, number);
}
