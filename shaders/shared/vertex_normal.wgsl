// SPDX-License-Identifier: MIT
// Unit normal of a surface vertex: the area-weighted sum over the triangles around it; 0 where there is none.
fn vertex_normal(body: GpuBody, local: u32) -> vec3f {
    let record = body.surfaceBase + 2u * local;
    let end = body.surfaceBase + surface[record + 1u];
    var sum = vec3f(0.0);
    for (var k = body.surfaceBase + surface[record]; k < end; k++) {
        let t = body.triangleBase + 3u * surface[k];
        let p0 = positions[body.vertexBase + triangles[t]].xyz;
        let p1 = positions[body.vertexBase + triangles[t + 1u]].xyz;
        let p2 = positions[body.vertexBase + triangles[t + 2u]].xyz;
        sum += cross(p1 - p0, p2 - p0);
    }
    // scaled first: the squares of a millimetre mesh's areas would underflow
    let largest = max(max(abs(sum.x), abs(sum.y)), abs(sum.z));
    return select(vec3f(0.0), normalize(sum / max(largest, 1e-37)), largest > 0.0);
}
