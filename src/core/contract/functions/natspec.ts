/**
 * What the author of a contract wrote of its functions in NatSpec, as the
 * compiler hands it on (Solidity docs, NatSpec Format). All of it is the
 * author's text: show it through `harmlessText`.
 */

import { readFields } from '../../values/json-fields';
/** Documentation of one function; '' and no entries where nothing is said. */
export type FunctionDocs = {
  /** For users: `@notice`. */
  notice: string;
  /** For developers: `@dev`. */
  details: string;
  /** Texts by the name of the parameter. */
  params: Readonly<Record<string, string>>;
  /** Texts by the name of the value, `_0` for the first where it has none. */
  returns: Readonly<Record<string, string>>;
};

/** Documentation by signature, `transfer(address,uint256)`. */
export type ContractDocs = Readonly<Record<string, FunctionDocs>>;

const MAX_FUNCTIONS = 5_000;
const MAX_ENTRIES = 100;
/** Characters of a text. */
const MAX_TEXT = 4_000;

/** Reads `userdoc` and `devdoc` of a compiler's output; what is not as it should be is left out. Linear. */
export function readNatSpec(userdoc: unknown, devdoc: unknown): ContractDocs {
  const forUsers = readFields(readFields(userdoc).methods);
  const forDevelopers = readFields(readFields(devdoc).methods);
  const signatures = [...new Set([...Object.keys(forUsers), ...Object.keys(forDevelopers)])].slice(0, MAX_FUNCTIONS);
  const docs = signatures.map((signature): [string, FunctionDocs] => {
    const developers = readFields(forDevelopers[signature]);
    const users = readFields(forUsers[signature]);
    return [
      signature,
      {
        notice: textOf(users.notice),
        details: textOf(developers.details),
        params: textsOf(developers.params),
        // Before 0.6 there is one text for all that is returned.
        returns:
          typeof developers.return === 'string' ? { _0: textOf(developers.return) } : textsOf(developers.returns),
      },
    ];
  });
  return Object.fromEntries(docs.filter(([, docs]) => saysSomething(docs)));
}

function saysSomething({ notice, details, params, returns }: FunctionDocs): boolean {
  return notice !== '' || details !== '' || Object.keys(params).length + Object.keys(returns).length > 0;
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(readFields(value)).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, text]) => [name, textOf(text)]).filter(([, text]) => text !== ''));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT).trim() : '';
}
