import { Tooltip } from '../ui/tooltip/Tooltip.tsx'
import { shorten } from './strings.ts'

/** '0x51fd…3c02'; all of it on hovering over it. */
export const ShortHash = ({ value }: { value: string }) => (
  <Tooltip text={value}>
    <code>{shorten(value)}</code>
  </Tooltip>
)
