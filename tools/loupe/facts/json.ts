/** JSON as `loupe` prints it. */
import { isFields } from '../../../src/core/values/json-fields';

/** Characters that a terminal would obey, or that nobody sees; strings of JSON may hold them escaped. */
export const UNSEEN = /[\u007f-\u009f\u2028\u2029\ufffc\u2800]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;

/** Levels that are written piece by piece: the rows of a transaction are at the third. */
const LEVELS = 3;
/** Characters that are written at once. */
const AT_ONCE = 1 << 16;

/** A list whose items become known page by page, while it is written. */
export class ListToCome<T> {
  readonly pages: AsyncIterable<readonly T[]>;
  constructor(pages: AsyncIterable<readonly T[]>) {
    this.pages = pages;
  }
}

/** Text, or a list of which the text comes later: each of its items behind `line`. */
type Piece = string | { list: ListToCome<unknown>; line: string; level: number };

/** Returns `facts`, which have all that they list, as JSON and a line feed: bigints as decimal text, control and invisible characters as escapes. */
export function toJson(facts: unknown): string {
  let whole = '';
  for (const piece of piecesOf(facts, '\n')) whole += piece;
  return `${whole}\n`;
}

/** Writes `facts` as `toJson` returns them, some at a time: the text of a large transaction is larger than all else of it. */
export async function writeJson(facts: unknown, out: (text: string) => void): Promise<void> {
  let waiting = '';
  const write = (text: string) => {
    waiting += text;
    if (waiting.length < AT_ONCE) return;
    out(waiting);
    waiting = '';
  };
  for (const piece of piecesOf(facts, '\n')) {
    if (typeof piece === 'string') write(piece);
    else await writeList(piece, write);
  }
  out(`${waiting}\n`);
}

async function writeList({ list, line, level }: Exclude<Piece, string>, write: (text: string) => void): Promise<void> {
  let before = '[';
  for await (const page of list.pages)
    for (const item of page) {
      write(`${before}${line}  `);
      // No list to come holds another.
      for (const piece of piecesOf(item, `${line}  `, level + 1)) write(piece as string);
      before = ',';
    }
  write(before === '[' ? '[]' : `${line}]`);
}

/** `line` is a line feed and the blanks that the value stands behind. */
function* piecesOf(value: unknown, line: string, level = 0): Generator<Piece> {
  if (value instanceof ListToCome) {
    yield { list: value, line, level };
    return;
  }
  const isList = Array.isArray(value);
  const entries = isList || isFields(value) ? Object.entries(value).filter(([, each]) => each !== undefined) : [];
  if (level === LEVELS || entries.length === 0) {
    yield textOf(value).replaceAll('\n', line);
    return;
  }
  let before = isList ? '[' : '{';
  for (const [name, each] of entries) {
    yield `${before}${line}  ${isList ? '' : `${textOf(name)}: `}`;
    yield* piecesOf(each, `${line}  `, level + 1);
    before = ',';
  }
  yield `${line}${isList ? ']' : '}'}`;
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each), 2);
  return text.replace(UNSEEN, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}
