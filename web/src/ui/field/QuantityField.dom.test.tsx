import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, type } from '../../../test/press.ts'
import { QuantityField } from './QuantityField.tsx'

function renderField(more: Partial<Parameters<typeof QuantityField>[0]> = {}) {
  function Quantity() {
    const [value, setValue] = useState('')
    return <QuantityField label="Quantity" decimals={2} {...more} value={value} onChange={setValue} />
  }
  render(<Quantity />)
  return screen.getByLabelText<HTMLInputElement>('Quantity')
}

const leave = (field: HTMLElement) => act(async () => void fireEvent.blur(field))

it('groups a quantity once the field is left, and leaves what is not one as it was typed', async () => {
  const field = renderField()
  await type('Quantity', '1234567.5')
  expect(field.value).toBe('1234567.5')
  await leave(field)
  expect(field.value).toBe('1,234,567.50')
  for (const text of ['1.005', 'many', '-1']) {
    await type('Quantity', text)
    await leave(field)
    expect(field.value).toBe(text)
  }
})

it('says how it reads what may have been meant as thousands', async () => {
  renderField({ decimals: 3, hint: 'As agreed' })
  expect(screen.getByText('As agreed')).toBeTruthy()
  await type('Quantity', '1.500')
  expect(screen.getByText('Read as 1 plus 500 thousandths. For thousands, use a comma.')).toBeTruthy()
  expect(screen.queryByText('As agreed')).toBeNull()
})

it('fills in the greatest quantity, where there is one and the field can be changed', async () => {
  const field = renderField({ maximum: 123_456n })
  await press('max 1,234.56')
  expect(field.value).toBe('1,234.56')
})

it('has no button without a greatest quantity', () => {
  renderField()
  expect(screen.queryByRole('button')).toBeNull()
})

it('fills in nothing while it is disabled', async () => {
  const field = renderField({ maximum: 123_456n, disabled: true })
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  expect(field.disabled).toBe(true)
})
