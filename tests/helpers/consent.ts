import { savePreference } from '../../src/db/reader/preferences';

/** Saves the reader's consent to ask these providers and no others. */
export function allowOnly(...providers: readonly string[]): Promise<boolean> {
  return savePreference('providers', Object.fromEntries(providers.map((id) => [id, true])));
}
