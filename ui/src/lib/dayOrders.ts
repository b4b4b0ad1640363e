import type { DayOrder } from '../platform/types/DayOrder';

/** The orders of day, month and year, in the order of their choice. */
export const DAY_ORDERS: DayOrder[] = ['year-month-day', 'day-month-year', 'month-day-year'];
