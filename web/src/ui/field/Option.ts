/** What one can choose: its value, its name, and what helps to choose. */
export type Option = { value: string; label: string; note?: string; isMono?: boolean }
