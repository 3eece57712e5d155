/** A reason not to start that the reader can act on. The message is one sentence for them; everything else is a bug. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
