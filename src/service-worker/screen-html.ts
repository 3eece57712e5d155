/** Writes a kept screen as markup. All texts and values are escaped; its elements and attributes were checked when it was read. */
import { formatRelative } from '../core/format/times';
import { type ScreenNode, VOID_TAGS } from '../db/rows/screen-node';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Matches times as `formatRelative` writes them. */
const RELATIVE = /^(just now|in \d+ \w+|\d+ \w+ ago)$/;

/** Returns the markup of the nodes. What says how long ago a time is, says it as of `now`, in milliseconds. */
export function screenHtml(nodes: readonly ScreenNode[], now: number): string {
  return nodes.map((node) => htmlOf(node, now)).join('');
}

/** Returns the text as it is written into markup, also between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}

function htmlOf(node: ScreenNode, now: number): string {
  if (typeof node === 'string') return escapeHtml(node);
  const [tag, attributes, ...children] = node;
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) html += ` ${name}="${escapeHtml(value)}"`;
  html += '>';
  if (VOID_TAGS.has(tag)) return html;
  return `${html}${relativeTime(node, now) ?? screenHtml(children, now)}</${tag}>`;
}

/** The words for a time that was written as how long ago; undefined for everything else. */
function relativeTime([tag, attributes, text]: Exclude<ScreenNode, string>, now: number): string | undefined {
  if (tag !== 'time' || typeof text !== 'string' || !RELATIVE.test(text)) return undefined;
  const time = Date.parse(attributes.datetime ?? '');
  return Number.isNaN(time) ? undefined : formatRelative(time, now);
}
