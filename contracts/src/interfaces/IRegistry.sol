// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { InstrumentId } from "../types/Instrument.sol";
import { RegistryId } from "../types/Registry.sol";
import { IDapp } from "./IDapp.sol";

/// @title A registry manager's interface for deliveries.
/// @notice Callers hold registry.EARMARK_PROTOCOL_DAPP. Only the caller that earmarked a movement, with exactly the
/// same movement, can settle or release it: nobody else, and not in another quantity.
/// Warning: a protocol needs no owner's consent for what it earmarks and moves; see IEarmarkProtocols.
interface IRegistry is IDapp {
    /// @param movementRef Chosen by the caller, unique for each movement.
    /// @param sender An investor, or the registry's registrar, who issues.
    /// @param receiver An investor, or the registry's registrar, who terminates.
    /// @param registrar The registry's registrar; any other account is refused.
    /// @param quantity 0 if the registry's quantities are private.
    struct Movement {
        RegistryId registryId;
        bytes32 movementRef;
        address sender;
        address receiver;
        address registrar;
        uint256 quantity;
    }

    error InstrumentNotIssuable(InstrumentId instrumentId);
    error MovementSelf(address owner);
    error MovementWithoutInvestor(RegistryId registryId);
    error EarmarkAlreadyTaken(bytes32 movementRef);
    error EarmarkNotTaken(bytes32 movementRef);
    error ReceivingAccountMissing(bytes32 movementRef);
    error ReasonMissing();

    /// @notice Reverts unless the movement could be made: the registry exists and is the registrar's, the quantity
    /// fits, sender and receiver are investors and may hold the instrument.
    function checkMovement(Movement calldata movement) external view;

    /// @notice Checks the movement, and earmarks its assets in the account or entries of senderData.
    function earmark(Movement calldata movement, bytes calldata senderData) external;

    /// @notice Checks the movement, and sets the receiver's account or new entries from receiverData. May be called
    /// again until the movement settles.
    function setReceivingAccount(Movement calldata movement, bytes calldata receiverData) external;

    /// @notice Releases the earmark and deletes the receiving account.
    function unearmark(Movement calldata movement) external;

    /// @notice Moves the earmarked assets to the receiving account; issues or terminates where one party is the
    /// registrar.
    function transferAndUnearmark(Movement calldata movement) external;

    /// @return isEarmarked Whether the caller's movement is earmarked.
    /// @return isReceivingAccountSet Whether its receiving account, or the receiver's entries, are set.
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceivingAccountSet);
}
