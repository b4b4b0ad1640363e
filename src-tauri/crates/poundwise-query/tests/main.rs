//! From files to x and D, and back to estimates.

mod attribute;
mod attribute_refused;
mod csv;
mod estimate;
mod exact;
mod fixture;
mod intervals;
mod persons;
mod question;
mod real;
mod schema;
mod sensitivity;
