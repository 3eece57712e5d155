/** Lines for a person: coloured on a terminal, and never longer than it is wide. */
import type { Io } from '../command';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Colour = keyof typeof CODES;
/** A piece of a line. */
export type Part = string | { text: string; in: Colour };

/** Characters of a line that goes into a file or another program. */
const FILE_WIDTH = 400;

export type Page = {
  /** Writes a line; what is beyond the width is cut. Parts are harmless texts. */
  line(...parts: readonly Part[]): void;
  /** Writes a heading after an empty line. */
  heading(text: string, aside?: string): void;
  /** Writes a sentence over as many lines as it takes, each after `indent` blanks. */
  sentence(text: string, indent?: number, colour?: Colour): void;
};

/** Returns a page that writes on the standard output. `NO_COLOR` in the environment leaves colours out (no-color.org). */
export function openPage({
  out,
  isTerminal,
  width,
  environment,
}: Pick<Io, 'out' | 'isTerminal' | 'width' | 'environment'>): Page {
  const isColoured = isTerminal && !environment.NO_COLOR;
  const room = isTerminal ? Math.max(40, width) : FILE_WIDTH;
  const paint = (part: Part, text: string) =>
    isColoured && typeof part !== 'string' ? `\u001b[${CODES[part.in]}m${text}\u001b[0m` : text;
  const line = (...parts: readonly Part[]) => {
    const whole = parts.reduce((sum, part) => sum + textOf(part).length, 0);
    let left = whole > room ? room - 1 : room;
    let written = '';
    for (const part of parts) {
      const text = cutAt(textOf(part), left);
      left -= text.length;
      written += paint(part, text);
    }
    out(`${written}${whole > room ? '…' : ''}\n`);
  };
  return {
    line,
    heading(text, aside = '') {
      out('\n');
      line({ text, in: 'bold' }, aside === '' ? '' : { text: `  ${aside}`, in: 'dim' });
    },
    sentence(text, indent = 2, colour) {
      for (const piece of wrap(text, Math.min(room, 120) - indent))
        line(' '.repeat(indent), colour === undefined ? piece : { text: piece, in: colour });
    },
  };
}

function textOf(part: Part): string {
  return typeof part === 'string' ? part : part.text;
}

/** The first characters, no surrogate pair split. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
