/** A part of the code that is loaded when it is wanted, and used without waiting from then on. */
export class LatePart<Part> {
  /** Undefined until it is loaded. */
  part: Part | undefined;

  constructor(private readonly bring: () => Promise<Part>) {}

  /** Loads the part; rejects where it does not come, and the next call tries again. */
  async load(): Promise<Part> {
    this.part ??= await this.bring();
    return this.part;
  }
}
