/** The checksum that the Safe transaction builder writes into its files. */
import { stringToHex } from 'viem';
import { keccakHex } from '../../chain/keccak';
import { isFields } from '../../values/json-fields';

/**
 * Returns whether the content has the checksum that its `meta` states; undefined where it states none. It is keccak-256 of
 * the fields in the order of their names, the name of the file left out, as the builder of Safe computes it.
 */
export function hasItsChecksum(file: Record<string, unknown>): boolean | undefined {
  const { checksum, ...meta } = isFields(file.meta) ? file.meta : {};
  // Files that scripts write have none, or zeros in its place.
  if (typeof checksum !== 'string' || /^(0x)?0*$/.test(checksum)) return undefined;
  return keccakHex(stringToHex(inOrder({ ...file, meta: { ...meta, name: null } }))) === checksum.toLowerCase();
}

function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${JSON.stringify(names)}${names.map((name) => `${inOrder(value[name])},`).join('')}}`;
}
