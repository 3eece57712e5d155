/** Fields of files that people exchange, each with words for what is wrong with it. */
import * as v from 'valibot';
import type { Address, Hash, NetworkId } from './primitives';

export const networkId = v.pipe(
  v.number('is no chain id'),
  v.safeInteger('is no chain id'),
  v.minValue(1, 'is no chain id'),
  v.transform((id) => id as NetworkId),
);

export const address = v.pipe(
  v.string('is no address'),
  v.regex(/^0x[0-9a-f]{40}$/i, 'is no address'),
  v.transform((text) => text.toLowerCase() as Address),
);

/** 32 bytes. */
export const word = v.pipe(
  v.string('is no word'),
  v.regex(/^0x[0-9a-f]{64}$/i, 'is no word'),
  v.transform((text) => text.toLowerCase() as Hash),
);
