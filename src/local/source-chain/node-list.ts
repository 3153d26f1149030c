const nodeBytes = 32;

/** A list of 32-byte hashes in one buffer. An object for each would take several times the memory. */
export class NodeList {
  #bytes: Uint8Array;
  #length: number;

  constructor(bytes = new Uint8Array(nodeBytes), length = 0) {
    this.#bytes = bytes;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns a view of a node, which is valid until the next push. */
  at(index: number): Uint8Array {
    return this.#bytes.subarray(index * nodeBytes, (index + 1) * nodeBytes);
  }

  push(node: Uint8Array): void {
    const end = this.#length * nodeBytes;
    if (end === this.#bytes.length) this.#resize(Math.max(1, this.#length * 2));
    this.#bytes.set(node, end);
    this.#length++;
  }

  /** Frees the memory after the last node. */
  trim(): void {
    if (this.#length * nodeBytes < this.#bytes.length) this.#resize(this.#length);
  }

  copy(): NodeList {
    return new NodeList(this.#bytes.slice(), this.#length);
  }

  #resize(nodes: number): void {
    const resized = new Uint8Array(nodes * nodeBytes);
    resized.set(this.#bytes.subarray(0, this.#length * nodeBytes));
    this.#bytes = resized;
  }
}
