// Fields of an instrument's details that the issuer names, such as the days of its coupons.
import { CustomField } from '@connex/protocol'
import { repeated, value } from '../../command/Option.ts'

/** `--custom-field couponFrequency=2` → { name: 'couponFrequency', type: 'text', value: '2' } */
export const customFieldOption = repeated(
  value(
    'NAME=VALUE',
    'a field of your own; couponFrequency and lastCouponDate put coupons into calendars',
    (typed) => {
      const [name = '', ...rest] = typed.split('=')
      const read = CustomField.safeParse({ name: name.trim(), type: 'text', value: rest.join('=').trim() })
      return read.success && rest.length > 0
        ? { value: read.data }
        : { expected: 'must be a name of up to 100 characters, =, and a value of up to 1000' }
    },
  ),
)
