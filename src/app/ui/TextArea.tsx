import { classes } from './classes';
import { fieldClass } from './field-class';
import { FormField, partsOf, type TextControlProps } from './form/FormField';

/** Shows a labelled text of several lines. It grows with its text, and the reader can make it larger. */
export function TextArea({ mono = false, ...props }: TextControlProps<'textarea'>) {
  const { field, own } = partsOf(props);
  return (
    <FormField {...field}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          {...own}
          className={classes(fieldClass({ mono }), 'field-sizing-content max-h-96 w-full resize-y py-1.5')}
        />
      )}
    </FormField>
  );
}
