export type CumulativePoint = { edge: string, edge_number: number, rows: number, low: number, high: number, };
