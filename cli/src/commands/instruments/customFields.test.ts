import { expect, test } from 'vitest'
import { customFieldOption } from './customFields.ts'

const read = (...texts: string[]) => customFieldOption.read(texts, '--custom-field')

test.each(['couponFrequency', '=2', `${'n'.repeat(101)}=2`, `name=${'v'.repeat(1001)}`])(
  'a field without a name or a value, or with too long ones, is refused',
  (typed) => {
    expect(() => read(typed)).toThrow('--custom-field must be a name')
  },
)

test('each field is a name and a text, in the order of the command line', () => {
  expect(read()).toEqual([])
  expect(read('couponFrequency=2', ' Formula = a=b, c ')).toEqual([
    { name: 'couponFrequency', type: 'text', value: '2' },
    { name: 'Formula', type: 'text', value: 'a=b, c' },
  ])
})
