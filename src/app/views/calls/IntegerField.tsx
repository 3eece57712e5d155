/** An integer of a call: exactly as it is encoded, or, for an amount, as decimal text in a unit. */
import { useState } from 'react';
import type { AmountUnit } from '../../../core/chain/units';
import { parseAmount, writeAmount } from '../../../core/format/parse-amount';
import { classes } from '../../ui/classes';
import { fieldClass } from '../../ui/field-class';
import { type FieldProps, FormField } from '../../ui/form/FormField';
import { NativeSelect } from '../../ui/NativeSelect';

/** The choice that leaves the text as it is; a token may have any symbol but none. */
const EXACT = '';

/** `text` is the encoder's: an amount typed in a unit arrives there as a whole number, and what is none as it was typed. */
export function IntegerField({
  text,
  units,
  help,
  error,
  onText,
  ...field
}: Omit<FieldProps, 'exact'> & { text: string; units: readonly AmountUnit[]; onText: (text: string) => void }) {
  const [symbol, setSymbol] = useState(EXACT);
  const [typed, setTyped] = useState('');
  const unit = units.find((one) => one.symbol === symbol);
  const parsed = unit && parseAmount(typed, unit);
  // What was filled in from elsewhere is not what was typed here.
  const isTyped = parsed !== undefined && encodedText(typed, unit) === text;
  const shown = unit === undefined ? text : isTyped ? typed : amountText(text, unit);
  const problem = isTyped && !parsed.ok && typed.trim() !== '' ? parsed.error : error;
  return (
    <FormField
      {...field}
      empty={text.trim() === ''}
      help={help}
      error={problem}
      exact={unit !== undefined && /^\d+$/.test(text) ? `= ${text}` : undefined}
    >
      {(control) => (
        <span className="flex min-w-0">
          <input
            {...control}
            inputMode="text"
            autoComplete="off"
            spellCheck={false}
            value={shown}
            onChange={({ target: { value } }) => {
              setTyped(value);
              onText(encodedText(value, unit));
            }}
            className={classes(
              fieldClass({ mono: true }),
              'flex-1 rounded-r-none',
              control['aria-invalid'] && 'border-failure! bg-failure-soft!',
            )}
          />
          <NativeSelect
            label={`Unit of ${field.label}`}
            value={symbol}
            options={[
              { value: EXACT, label: 'exact' },
              ...units.map((one) => ({ value: one.symbol, label: `${one.symbol} (10^${one.decimals})` })),
            ]}
            onChange={(chosen) => {
              setSymbol(chosen);
              const next = units.find((one) => one.symbol === chosen);
              if (next !== undefined) setTyped(amountText(text, next));
            }}
            className="-ml-px shrink-0 [&>select]:rounded-l-none"
          />
        </span>
      )}
    </FormField>
  );
}

/**
 * Returns the text that the encoder is given for a text typed in a unit. Hex with a unit is an error, so it keeps its
 * unit: without it the encoder would accept it.
 */
function encodedText(typed: string, unit: AmountUnit | undefined): string {
  if (unit === undefined) return typed;
  const amount = parseAmount(typed, unit);
  if (amount.ok) return String(amount.value);
  return /^0x/i.test(typed.trim()) ? `${typed} ${unit.symbol}` : typed;
}

/** A whole number in a unit; any other text as it is. */
function amountText(text: string, { decimals }: AmountUnit): string {
  return /^(\d{1,100}|0x[\da-f]{1,64})$/i.test(text.trim()) ? writeAmount(BigInt(text.trim()), decimals) : text;
}
