//! The report as a page.

mod appendix;
mod figures;
mod html;
mod noise_figure;
mod parts;
