// What a user does, and the waiting for what comes of it.
import { act, fireEvent, screen } from '@testing-library/react'

/** Clicks a control by its name, once it is there: `await press('Review')` */
export async function press(
  name: string | RegExp,
  role = 'button',
  init: MouseEventInit = {},
): Promise<void> {
  const element = await screen.findByRole(role, { name })
  await act(async () => void fireEvent.click(element, init))
}

/** Types into a field by its label. */
export async function type(label: string | RegExp, value: string): Promise<void> {
  const field = await screen.findByLabelText(label, { selector: 'input, textarea, select' })
  await act(async () => void fireEvent.change(field, { target: { value } }))
}

/** Chooses an option of a field by its label: `await choose('Direction', 'Deliver')` */
export async function choose(label: string | RegExp, option: string | RegExp): Promise<void> {
  await press(label, 'combobox')
  const wanted = await screen.findByRole('option', { name: option })
  // A list that has just opened takes a click only from a mouse that has moved.
  await act(async () => {
    fireEvent.mouseMove(wanted)
    fireEvent.pointerDown(wanted)
    fireEvent.click(wanted)
  })
  await settle()
}

/** Lets answers that are already on their way arrive. */
export async function settle(milliseconds = 0): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
  })
}
