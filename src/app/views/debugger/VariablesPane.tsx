/** The variables in scope: parameters, results, locals, state variables, and what Solidity always has. */
import type { ReactNode } from 'react';
import type { Decoded } from '../../../core/abi/decoded';
import { isUnlisted } from '../../../core/abi/mappings';
import { pathText } from '../../../core/abi/path-text';
import { cutValue, nameText } from '../../../core/abi/value-text';
import { UNTOUCHED } from '../../../core/source/values/known-storage';
import { harmlessText } from '../../../core/text/harmless';
import { classes } from '../../ui/classes';
import { PanelNote } from '../../ui/PanelNote';
import { CHANGED, GROUP_HEADING, LINE_LABEL, LINE_VALUE, LIST_LINE } from './class-names';
import type { Group, ScopeShown } from './values-in-scope';
import { formatWord, type WordView } from './word-views';

type Props = { shown: ScopeShown; view: WordView };

export function VariablesPane({ shown: { groups, why, waiting, names }, view }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <div className="h-full overflow-auto" tabIndex={0}>
      {why !== '' && <PanelNote>{harmlessText(why, 400)}</PanelNote>}
      {waiting ? (
        <PanelNote>Reading the variables</PanelNote>
      ) : (
        // All at once: what is known without reading stands below what is read.
        groups.map((group) => <VariableGroup key={group.title} group={group} view={view} names={names} />)
      )}
    </div>
  );
}

type Written = { view: WordView; names: ScopeShown['names'] };

function VariableGroup({ group: { title, values, before }, ...written }: { group: Group } & Written) {
  if (values.length === 0) return null;
  const row = (value: Decoded) => <Variable key={value.name} value={value} was={before.get(value.name)} {...written} />;
  const untouched = values.filter(isUntouched);
  const isFolded = untouched.length > 1;
  return (
    <section aria-label={title}>
      <h3 className={GROUP_HEADING}>{title}</h3>
      <ul>
        {values.filter((value) => !isFolded || !isUntouched(value)).map(row)}
        {isFolded && (
          <li>
            <details>
              <summary className={classes(LIST_LINE, 'text-muted')}>
                {untouched.length} more, not touched in this transaction
              </summary>
              <ul>{untouched.map(row)}</ul>
            </details>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Whether nothing is known of a state variable: no slot of it was reached, or no entry of a mapping. */
function isUntouched(value: Decoded): boolean {
  const { text, unknown, items } = value;
  if (items === undefined) return unknown === true && text === UNTOUCHED;
  return items.length === 0 ? isUnlisted(value) : items.every(isUntouched);
}

type VariableProps = { value: Decoded; was: Decoded | undefined } & Written;

function Variable({ value, was, view, names }: VariableProps) {
  const changed = was !== undefined && plain(was) !== plain(value);
  const name = nameText(value.name);
  const row = (
    <>
      <span className={classes(LINE_LABEL, 'w-[38%]')} title={`${name} ${nameText(value.type)}`}>
        {pathText(value.name, names)}
      </span>
      <span className={classes(LINE_VALUE, value.unknown && 'text-muted')} title={titleOf(value)}>
        {changed && was.items === undefined && <del className="text-muted">{textIn(was, view)} </del>}
        {textIn(value, view)}
        {changed && <span className="sr-only"> changed</span>}
      </span>
    </>
  );
  const look = classes(LIST_LINE, changed && CHANGED);
  if (value.items === undefined || value.items.length === 0)
    return (
      <li data-variable className={look}>
        {row}
      </li>
    );
  return (
    <li>
      <details className="group">
        <summary data-variable className={look}>
          <span aria-hidden className="-ml-[9px] -mr-px w-0 text-muted">
            <span className="group-open:hidden">▸</span>
            <span className="hidden group-open:inline">▾</span>
          </span>
          {row}
        </summary>
        <Items value={value} was={was} view={view} names={names} />
      </details>
    </li>
  );
}

/** Items of an array, members of a struct. */
function Items({ value, was, ...written }: VariableProps): ReactNode {
  const items = value.items ?? [];
  const more = value.length - items.length;
  return (
    <ul className="pl-3.5">
      {items.map((item, index) => {
        const name = item.name === '' ? String(index) : item.name;
        return <Variable key={name} value={{ ...item, name }} was={was?.items?.[index]} {...written} />;
      })}
      {more > 0 && <li className={classes(LIST_LINE, 'text-muted')}>{more} more are not read</li>}
    </ul>
  );
}

/** Writes words in the chosen form. Values that are no words, and all values in the form `as typed`, are shown by their type. */
export function textIn(value: Decoded, view: WordView): string {
  if (value.unknown === true) return value.text;
  const word = wordOf(value);
  if (view === 'typed' || word === undefined) return cutValue(value).text;
  // A word knows neither the sign of an integer nor the zeros that bytes begin with.
  const isInForm = value.kind === 'integer' ? view === 'decimal' : value.kind !== 'bool' && view === 'hex';
  return isInForm ? value.text : formatWord(word, view);
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
