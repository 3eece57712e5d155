/** JSON as `loupe` prints it. */

/** Characters that a terminal would obey, or that nobody sees; strings of JSON may hold them escaped. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\ufffc\u2800]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;

/** Returns `facts` as JSON and a line feed: bigints as decimal text, control and invisible characters as escapes. */
export function toJson(facts: unknown): string {
  const text = JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2);
  return `${text.replace(UNSEEN, escaped)}\n`;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}
