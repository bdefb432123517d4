// SPDX-License-Identifier: MIT
// Supple's bodies in a three.js scene: both work on one GPUDevice, and three.js draws from the simulation's buffers.
import { createWorld } from "supple";
import * as THREE from "three/webgpu";
import { storage, transformNormalToView, varying, vertexIndex } from "three/tsl";

const words = document.getElementById("words");
const mostBodies = 12;

/** Lets three.js use a GPUBuffer of Supple's where it would make one of its own: `attribute` is an empty stand-in. */
function lend(renderer, attribute, { buffer, stride }) {
  attribute.count = buffer.size / stride;
  renderer.backend.get(attribute).buffer = buffer;
  return attribute;
}

/** Per vertex of a World's buffer. */
function bufferNode(renderer, view) {
  const attribute = lend(renderer, new THREE.StorageBufferAttribute(new Float32Array(4), 4), view);
  return storage(attribute, "vec4", attribute.count).toReadOnly();
}

/** Triangles are numbered from the body's first vertex, the buffers hold all bodies: the vertex shader adds what is between. */
function meshOf(renderer, body, color) {
  const { positions, normals, triangles } = body;
  const vertex = vertexIndex.add(positions.offset / positions.stride);
  const material = new THREE.MeshPhysicalNodeMaterial({ color, roughness: 0.25, clearcoat: 0.6 });
  material.positionNode = bufferNode(renderer, positions).element(vertex).xyz;
  material.castShadowPositionNode = material.positionNode;
  material.normalNode = transformNormalToView(varying(bufferNode(renderer, normals).element(vertex).xyz)).normalize();
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", lend(renderer, new THREE.BufferAttribute(new Float32Array(4), 4), positions));
  geometry.setIndex(lend(renderer, new THREE.BufferAttribute(new Uint32Array(1), 1), triangles));
  geometry.setDrawRange(triangles.offset / triangles.stride, triangles.count);
  geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity); // the shape is only known on the GPU
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(...positions.origin);
  mesh.frustumCulled = false;
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.userData = { body, generations: [positions.generation, normals.generation, triangles.generation] };
  return mesh;
}

class Show {
  async start() {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) throw new Error("This browser has no WebGPU, or no GPU for it.");
    this.device = await adapter.requestDevice();
    this.world = await createWorld({ device: this.device, adapter });
    this.renderer = new THREE.WebGPURenderer({ device: this.device, antialias: true });
    this.renderer.shadowMap.enabled = true;
    await this.renderer.init();
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    document.body.append(this.renderer.domElement);
    this.#stage();
    addEventListener("resize", () => this.#resize());
    this.renderer.domElement.addEventListener("pointerdown", () => this.add());
    addEventListener("keydown", ({ key }) => key === " " && this.add());
    this.meshes = [];
    this.add();
    this.last = performance.now();
    this.renderer.setAnimationLoop((now) => this.#frame(now));
  }

  #stage() {
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color("#dfe6ee");
    this.scene.fog = new THREE.Fog("#dfe6ee", 9, 22);
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.1, 60);
    this.camera.position.set(3.6, 2.4, 4.8);
    this.camera.lookAt(0, 0.7, 0);
    const sun = new THREE.DirectionalLight("#fff6e8", 3);
    sun.position.set(3, 6, 2);
    sun.castShadow = true;
    sun.shadow.camera.left = sun.shadow.camera.bottom = -4;
    sun.shadow.camera.right = sun.shadow.camera.top = 4;
    sun.shadow.normalBias = 0.02;
    const ground = new THREE.Mesh(new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2), new THREE.MeshStandardNodeMaterial({ color: "#c3cedb", roughness: 0.9 }));
    ground.receiveShadow = true;
    this.scene.add(new THREE.HemisphereLight("#ffffff", "#9fb0c3", 1.6), sun, ground);
    this.#resize();
  }

  #resize() {
    this.camera.aspect = innerWidth / innerHeight;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(innerWidth, innerHeight);
  }

  add() {
    if (this.world.bodies.length >= mostBodies) return;
    const n = this.world.bodies.length;
    const angle = 2.4 * n;
    const shape = n % 2 ? { box: { size: [0.7, 0.7, 0.7], cells: [5, 5, 5] } } : { torus: { majorRadius: 0.5, minorRadius: 0.2 } };
    this.world.addBody({ ...shape, position: [n ? 1.5 * Math.cos(angle) : 0, 1.6, n ? 1.5 * Math.sin(angle) : 0], rotation: [0.26, 0, 0.13, 0.9563], angularVelocity: [1, 0.5, 1], material: { young: 6e4 } });
    this.world.step(1); // normals are there from now on
    this.#draw();
  }

  /** Meshes for bodies that have none; all anew once a buffer was replaced by a larger one. */
  #draw() {
    const stale = this.meshes.some(({ userData: { body, generations } }) =>
      [body.positions, body.normals, body.triangles].some(({ generation }, i) => generation !== generations[i]));
    if (stale) {
      for (const mesh of this.meshes) this.scene.remove(mesh);
      this.meshes = [];
    }
    this.world.bodies.forEach((body, i) => {
      if (this.meshes.some(({ userData }) => userData.body === body)) return;
      const mesh = meshOf(this.renderer, body, new THREE.Color().setHSL((0.03 + 0.37 * i) % 1, 0.72, 0.58));
      this.meshes.push(mesh);
      this.scene.add(mesh);
    });
  }

  #frame(now) {
    if (this.waiting) return; // a slow GPU: no more work before it is done with the last
    this.waiting = true;
    this.world.advance(Math.min(0.05, (now - this.last) / 1000));
    this.last = now;
    this.renderer.render(this.scene, this.camera);
    this.frames = (this.frames ?? 0) + 1;
    this.device.queue.onSubmittedWorkDone().then(() => (this.waiting = false));
  }
}

const show = (window.show = new Show());
show.start().catch((error) => {
  console.error(error);
  words.textContent = error.message;
});
