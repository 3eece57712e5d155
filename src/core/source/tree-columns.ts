/** Growing columns of a source tree. */
export class TreeColumns {
  length = 0;
  kind = new Uint8Array(1024);
  parent = new Int32Array(1024);
  depth = new Uint16Array(1024);
  row = new Int32Array(1024);
  step = new Int32Array(1024);
  endStep = new Int32Array(1024);
  subject = new Int32Array(1024);
  label = new Int16Array(1024);
  ordinal = new Int32Array(1024);

  /** Adds a row below `parent` (-1 for the root); returns its index. */
  add(kind: number, parent: number, row: number, step: number, subject: number): number {
    if (this.length === this.kind.length) this.grow();
    const at = this.length++;
    this.kind[at] = kind;
    this.parent[at] = parent;
    this.depth[at] = parent < 0 ? 0 : Math.min(this.depth[parent] + 1, 0xffff);
    this.row[at] = row;
    this.step[at] = step;
    this.endStep[at] = -1;
    this.subject[at] = subject;
    this.label[at] = -1;
    this.ordinal[at] = -1;
    return at;
  }

  /** The columns cut to their length, with the end of each subtree. Linear. */
  finish() {
    const { length, parent } = this;
    const subtreeEnd = new Int32Array(length);
    for (let at = length - 1; at >= 0; at--) {
      if (subtreeEnd[at] === 0) subtreeEnd[at] = at + 1;
      const above = parent[at];
      if (above >= 0 && subtreeEnd[above] < subtreeEnd[at]) subtreeEnd[above] = subtreeEnd[at];
    }
    return {
      length,
      kind: this.kind.slice(0, length),
      parent: parent.slice(0, length),
      subtreeEnd,
      depth: this.depth.slice(0, length),
      row: this.row.slice(0, length),
      step: this.step.slice(0, length),
      endStep: this.endStep.slice(0, length),
      subject: this.subject.slice(0, length),
      label: this.label.slice(0, length),
      ordinal: this.ordinal.slice(0, length),
    };
  }

  private grow(): void {
    const size = this.kind.length * 2;
    this.kind = wider(this.kind, new Uint8Array(size));
    this.depth = wider(this.depth, new Uint16Array(size));
    this.parent = wider(this.parent, new Int32Array(size));
    this.row = wider(this.row, new Int32Array(size));
    this.step = wider(this.step, new Int32Array(size));
    this.endStep = wider(this.endStep, new Int32Array(size));
    this.subject = wider(this.subject, new Int32Array(size));
    this.label = wider(this.label, new Int16Array(size));
    this.ordinal = wider(this.ordinal, new Int32Array(size));
  }
}

function wider<T extends Uint8Array | Uint16Array | Int16Array | Int32Array>(old: T, made: T): T {
  made.set(old);
  return made;
}
