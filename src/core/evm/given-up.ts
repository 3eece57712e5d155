/** Thrown where an execution that goes on in its chain cannot go on here. `message` is a sentence for the reader. */
export class GivenUp extends Error {
  constructor(
    message: string,
    readonly code: 'tooLarge' | 'unsupported' = 'unsupported',
  ) {
    super(message);
  }
}
