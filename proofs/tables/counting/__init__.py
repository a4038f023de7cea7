"""What tables that count share: places of all rankings, and the numbers printed in `group`."""
