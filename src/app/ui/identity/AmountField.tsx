/** An amount as decimal text in a unit that can be changed; outside it is an integer of the smallest unit. */
import type { AmountUnit } from '../../../core/chain/units';
import { formatInteger } from '../../../core/format/counts';
import { parseAmount, writeAmount } from '../../../core/format/parse-amount';
import { classes } from '../classes';
import { fieldClass } from '../field-class';
import { type FieldProps, FormField } from '../form/FormField';
import { NativeSelect } from '../NativeSelect';

/** What is typed. The owner keeps it, so that nothing typed is lost when the field leaves the page. */
export type AmountDraft = { text: string; unit: string };

/** Returns the integer that a draft means; undefined when it is empty or means none. */
export function amountOf({ text, unit }: AmountDraft, units: readonly AmountUnit[]): bigint | undefined {
  const parsed = parseAmount(text, unitOf(unit, units));
  return parsed.ok ? parsed.value : undefined;
}

export function AmountField({
  draft,
  units,
  onChange,
  ...field
}: Omit<FieldProps, 'exact' | 'error' | 'end'> & {
  draft: AmountDraft;
  /** At least one; the last is the smallest, in which the exact value is shown. */
  units: readonly AmountUnit[];
  onChange: (draft: AmountDraft) => void;
}) {
  const unit = unitOf(draft.unit, units);
  const smallest = units.at(-1) ?? unit;
  const empty = draft.text.trim() === '';
  const parsed = parseAmount(draft.text, unit);
  const amount = parsed.ok ? parsed.value : undefined;
  return (
    <FormField
      {...field}
      empty={empty}
      error={empty || parsed.ok ? undefined : parsed.error}
      exact={
        amount !== undefined && smallest.symbol !== unit.symbol
          ? `= ${formatInteger(amount)} ${smallest.symbol}`
          : undefined
      }
    >
      {(control) => (
        <span className="flex min-w-0">
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder="0"
            value={draft.text}
            onChange={(event) => onChange({ ...draft, text: event.target.value })}
            className={classes(fieldClass({ mono: true }), 'flex-1 rounded-r-none')}
          />
          {units.length > 1 ? (
            <NativeSelect
              label={`Unit of ${field.label}`}
              value={unit.symbol}
              options={units.map(({ symbol }) => ({ value: symbol, label: symbol }))}
              onChange={(symbol) => onChange(inUnit(amount, draft, unitOf(symbol, units)))}
              className="-ml-px shrink-0 [&>select]:rounded-l-none"
            />
          ) : (
            <span className="-ml-px flex min-h-8 shrink-0 items-center rounded-r-m border border-line-strong bg-raised px-2 text-muted">
              {unit.symbol}
            </span>
          )}
        </span>
      )}
    </FormField>
  );
}

/** Returns the same amount in another unit; a text that is no amount stays as it was typed. */
function inUnit(amount: bigint | undefined, draft: AmountDraft, unit: AmountUnit): AmountDraft {
  return { text: amount === undefined ? draft.text : writeAmount(amount, unit.decimals), unit: unit.symbol };
}

function unitOf(symbol: string, units: readonly AmountUnit[]): AmountUnit {
  return units.find((unit) => unit.symbol === symbol) ?? units[0] ?? { symbol, decimals: 0 };
}
