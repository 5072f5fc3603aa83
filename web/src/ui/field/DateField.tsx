import { TextField, type TextFieldProps } from './TextField.tsx'

/** A calendar day as 'YYYY-MM-DD', by the browser's own picker, which knows the user's habits best. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'look'>) {
  return <TextField {...props} type="date" />
}
