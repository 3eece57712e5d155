/**
 * An address that is typed or pasted: checked against its checksum, with its pattern and its name beside it. Where the
 * page looks names up (`form/name-lookup-context.ts`), a name may be typed: the address it stands for is shown, and replaces the
 * name when the reader takes it.
 */
import { useId, useRef, useState } from 'react';
import { parseAddress } from '../../../core/chain/address';
import { ADDRESS_PROBLEMS, type AddressProblem } from '../../../core/chain/address-shape';
import { looksLikeName } from '../../../core/chain/ens-networks';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import { classes } from '../classes';
import { fieldClass } from '../field-class';
import { type FieldProps, FormField } from '../form/FormField';
import { useNameLookup } from '../form/name-lookup-context';
import { Identicon } from './Identicon';
import { NameView } from './NameView';

const STILL_A_NAME = 'This is a name: use its address, or enter one.';

/** `name` stands beside the address: its name, or why it is suggested. */
export type AddressSuggestion = { address: Address; name: string };

/** Characters of a suggested name. */
const MAX_NAME = 40;

export function AddressField({
  value,
  name,
  suggestions = [],
  placeholder = '0x…',
  error,
  onChange,
  ...field
}: FieldProps & {
  /** Offered by the browser while the reader types a name or an address. */
  suggestions?: readonly AddressSuggestion[];
  placeholder?: string | undefined;
  /** Text as it is typed. The owner keeps it, so that nothing typed is lost when the field leaves the page. */
  value: string;
  /** Best known name of the address that is typed. */
  name?: Name | undefined;
  onChange: (text: string) => void;
}) {
  const listId = useId();
  const empty = value.trim() === '';
  const parsed = parseAddress(value);
  const TypedName = useNameLookup();
  const typedName = TypedName !== undefined && looksLikeName(value.trim()) ? value.trim() : undefined;
  const [taken, setTaken] = useState<{ address: Address; name: string }>();
  const takenName = parsed.ok && taken?.address === parsed.value ? taken.name : undefined;
  const input = useRef<HTMLInputElement>(null);
  return (
    <FormField
      {...field}
      empty={empty}
      error={
        empty
          ? undefined
          : parsed.ok
            ? error
            : typedName !== undefined
              ? STILL_A_NAME
              : (shapeOf(value, parsed.error) ?? ADDRESS_PROBLEMS[parsed.error])
      }
    >
      {(control) => (
        <>
          <span
            className={classes(
              fieldClass(),
              'flex items-center gap-1.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
              control['aria-invalid'] && 'border-failure! bg-failure-soft!',
            )}
          >
            {parsed.ok ? (
              <Identicon address={parsed.value} size={16} />
            ) : (
              <span aria-hidden className="size-4 shrink-0 rounded-s border border-line-strong border-dashed" />
            )}
            {parsed.ok && (name || takenName !== undefined) && (
              <span className="max-w-[40%] shrink-0 truncate font-medium">
                {name ? <NameView name={name} limit={MAX_NAME} /> : harmlessText(takenName ?? '', MAX_NAME)}
              </span>
            )}
            <input
              {...control}
              ref={input}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              list={suggestions.length > 0 ? listId : undefined}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onPaste={(event) => {
                const pasted = addressIn(event.clipboardData.getData('text'));
                if (pasted === undefined) return;
                event.preventDefault();
                onChange(pasted);
              }}
              className="mono min-w-0 flex-1 bg-transparent outline-none"
            />
            {suggestions.length > 0 && (
              <datalist id={listId}>
                {suggestions.map(({ address, name: known }) => (
                  <option key={address} value={address} label={harmlessText(known, MAX_NAME)} />
                ))}
              </datalist>
            )}
          </span>
          {TypedName !== undefined && typedName !== undefined && (
            <TypedName
              name={typedName}
              onUse={(address) => {
                setTaken({ address, name: typedName });
                onChange(address);
                // The button that was pressed goes with the name.
                input.current?.focus();
              }}
            />
          )}
        </>
      )}
    </FormField>
  );
}

/** Returns the one address in a pasted text, as in the URL of an explorer or a line of a table; undefined for none or several. */
export function addressIn(text: string): string | undefined {
  const found = new Set(text.slice(0, 2_000).match(/\b0x[0-9a-fA-F]{40}\b/g));
  return found.size === 1 ? [...found][0] : undefined;
}

/** How many digits are missing or too many: a cut copy lacks many, a mistyped address one. */
function shapeOf(text: string, problem: AddressProblem): string | undefined {
  const digits = /^0x([0-9a-fA-F]*)$/.exec(text.trim())?.[1];
  if (problem !== 'shape' || digits === undefined) return undefined;
  return `An address has 40 digits after 0x; this has ${digits.length}.`;
}
