// SPDX-License-Identifier: MIT
// The pressure that brings each shell to its volume, by Newton's step: (V - target) / sum of w |dV/dx|^2. A workgroup takes a
// shell, and every thread of it every WORKGROUP_SIZE-th partial sum: a fixed order.
#import blocks
#import block_sums

@group(0) @binding(0) var<storage, read> shells: array<GpuBlock>;
@group(0) @binding(1) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(2) var<storage, read> partials: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> pressures: array<vec4f>;

// [1/s] A volume follows its target at this pace: a leap would throw the shell about.
const PACE = 10.0;

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_pressure(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                    @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&shells)) {
        return;
    }
    let shell = shells[index];
    var mine = vec4f(0.0);
    for (var k = shell.first + thread; k < shell.end; k += WORKGROUP_SIZE) {
        mine += partials[k];
    }
    let sum = workgroup_sum(thread, mine);
    if (thread == 0u) {
        let network = networks[shell.body];
        let most = PACE * network.volume * network.timeStep;
        let excess = clamp(sum.x - network.volume, -most, most);
        pressures[shell.body] = vec4f(select(0.0, excess / sum.y, sum.y > 0.0), sum.x, 0.0, 0.0);
    }
}
