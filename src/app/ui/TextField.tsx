import type { ComponentProps } from 'react';
import { fieldClass } from './field-class';
import { type FieldProps, FormField } from './form/FormField';

/** A labelled line of text. */
export function TextField({
  label,
  typeName,
  end,
  help,
  exact,
  error,
  required,
  className,
  mono = false,
  value,
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'value' | 'className' | 'required'> &
  FieldProps & { value: string; mono?: boolean }) {
  return (
    <FormField {...{ label, typeName, end, help, exact, error, required, className }} empty={value.trim() === ''}>
      {(control) => (
        <input
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={value}
          {...rest}
          className={fieldClass({ mono })}
        />
      )}
    </FormField>
  );
}
