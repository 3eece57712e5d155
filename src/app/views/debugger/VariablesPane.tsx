/** The variables in scope: parameters, results, locals, state variables, and what Solidity always has. */
import type { ReactNode } from 'react';
import type { Decoded } from '../../../core/abi/decoded';
import { harmlessText } from '../../../core/text/harmless';
import { classes } from '../../ui/classes';
import { cutValue, nameText } from '../trace/row-format';
import type { Group, ScopeShown } from './scope';
import { formatWord, type WordView } from './word-views';

type Props = { shown: ScopeShown; view: WordView };

export function VariablesPane({ shown: { groups, why, waiting }, view }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <div className="dbg-variables" tabIndex={0}>
      {why !== '' && <p className="dbg-note-line">{harmlessText(why, 400)}</p>}
      {waiting && <p className="dbg-note-line">Reading the variables</p>}
      {groups.map((group) => (
        <VariableGroup key={group.title} group={group} view={view} />
      ))}
    </div>
  );
}

function VariableGroup({ group: { title, values, before }, view }: { group: Group; view: WordView }) {
  if (values.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {values.map((value) => (
          <Variable key={value.name} value={value} was={before.get(value.name)} view={view} />
        ))}
      </ul>
    </section>
  );
}

function Variable({ value, was, view }: { value: Decoded; was: Decoded | undefined; view: WordView }) {
  const changed = was !== undefined && plain(was) !== plain(value);
  const name = nameText(value.name);
  const row = (
    <>
      <span className="dbg-label" title={`${name} ${nameText(value.type)}`}>
        {name}
      </span>
      <span className={classes('dbg-value', value.unknown && 'text-muted')} title={titleOf(value)}>
        {changed && was.items === undefined && <del>{textIn(was, view)} </del>}
        {textIn(value, view)}
        {changed && <span className="sr-only"> changed</span>}
      </span>
    </>
  );
  const look = classes('dbg-variable', changed && 'is-changed');
  if (value.items === undefined || value.items.length === 0) return <li className={look}>{row}</li>;
  return (
    <li>
      <details>
        <summary className={look}>{row}</summary>
        <Items value={value} was={was} view={view} />
      </details>
    </li>
  );
}

/** Items of an array, members of a struct. */
function Items({ value, was, view }: { value: Decoded; was: Decoded | undefined; view: WordView }): ReactNode {
  const items = value.items ?? [];
  const more = value.length - items.length;
  return (
    <ul className="dbg-items">
      {items.map((item, index) => {
        const name = item.name === '' ? String(index) : item.name;
        return <Variable key={name} value={{ ...item, name }} was={was?.items?.[index]} view={view} />;
      })}
      {more > 0 && <li className="dbg-variable text-muted">{more} more are not read</li>}
    </ul>
  );
}

/** Words in the form that was chosen; whatever is no word, and everything `as typed`, as its type reads. */
export function textIn(value: Decoded, view: WordView): string {
  if (value.unknown === true) return value.text;
  const word = wordOf(value);
  return view === 'typed' || word === undefined ? cutValue(value).text : formatWord(word, view);
}

function wordOf({ kind, text }: Decoded): bigint | undefined {
  if (kind === 'integer' && /^-?\d+$/.test(text)) return BigInt.asUintN(256, BigInt(text));
  if (kind === 'bool') return text === 'true' ? 1n : 0n;
  const isWord = (kind === 'address' || kind === 'bytes') && /^0x[\da-f]{2,64}$/i.test(text);
  return isWord ? BigInt(text) : undefined;
}

function titleOf(value: Decoded): string {
  return value.items === undefined ? harmlessText(value.text, 1_000) : `${value.length} items`;
}

function plain(value: Decoded): string {
  return value.items === undefined ? value.text : `${value.length} ${value.items.map(plain).join(' ')}`;
}
