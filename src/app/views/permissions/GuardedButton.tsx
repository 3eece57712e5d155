import type { ComponentProps } from 'react';
import type { Permission } from '../../../core/projects/permissions';
import { Button } from '../../ui/Button';

/** Shows a button that is disabled, with the reason, where the permission is not granted. */
export function GuardedButton({
  permission,
  disabled,
  ...button
}: ComponentProps<typeof Button> & { permission: Permission }) {
  return permission.allowed ? (
    <Button {...button} disabled={disabled} />
  ) : (
    <Button {...button} disabled title={permission.reason} />
  );
}
