/** Text as XML 1.0 has it, in an element or in an attribute. */
import { UNSEEN } from '../facts/json';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;', // a line break as such would be a space in an attribute (§3.3.3)
};

/** Returns the text escaped, also what a terminal would obey. Characters that XML has no place for, not even escaped (§2.2), are U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"\n]/g, (each) => ENTITIES[each] ?? each)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(UNSEEN, (each) => `&#${each.codePointAt(0)};`);
}
