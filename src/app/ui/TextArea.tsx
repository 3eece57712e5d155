import type { ComponentProps } from 'react';
import { classes } from './classes';
import { fieldClass } from './field-class';
import { type FieldProps, FormField } from './form/FormField';

/** A labelled text of several lines. It grows with its text, and the reader can make it larger. */
export function TextArea({
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
  rows = 3,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'className' | 'required'> &
  FieldProps & { value: string; mono?: boolean }) {
  return (
    <FormField {...{ label, typeName, end, help, exact, error, required, className }} empty={value.trim() === ''}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          autoComplete="off"
          spellCheck={false}
          value={value}
          {...rest}
          className={classes(fieldClass({ mono }), 'field-sizing-content max-h-96 w-full resize-y py-1.5')}
        />
      )}
    </FormField>
  );
}
