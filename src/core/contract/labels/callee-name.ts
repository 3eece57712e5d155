/** The one name by which a sentence calls the contract that a call went to. */
import type { Name, NameOrigin } from '../../chain/name';

/** Names that are given to an address, and not to the code there. */
const OF_ADDRESS: readonly (NameOrigin | undefined)[] = ['reader', 'config', 'token'];

/** Returns the name of the callee of a row: a proxy is named by its code, unless it has a name of its own, as a token has. */
export function contractOf({
  toName,
  implementationName,
}: {
  toName?: Name;
  implementationName?: Name;
}): Name | undefined {
  return OF_ADDRESS.includes(toName?.origin) ? toName : (implementationName ?? toName);
}

/** Returns the name of what a row creates: of a proxy its own, with that of its code, `BeaconProxy for Box`. */
export function creationOf({
  toName,
  implementationName,
}: {
  toName?: Name;
  implementationName?: Name;
}): Name | undefined {
  if (implementationName === undefined || OF_ADDRESS.includes(toName?.origin)) return toName;
  return { ...implementationName, text: `${toName?.text ?? 'a proxy'} for ${implementationName.text}` };
}
