import { writeFileSync } from 'node:fs';
import { StartFailure } from '../../devnet/start-failure';

/** Writes the file that the reader named by `option`; throws a sentence where that cannot be done. */
export function writeNamed(option: string, path: string, data: string | Uint8Array): void {
  try {
    writeFileSync(path, data);
  } catch (thrown) {
    throw new StartFailure(`${option}: ${(thrown as Error).message.split(',')[0]}.`);
  }
}
